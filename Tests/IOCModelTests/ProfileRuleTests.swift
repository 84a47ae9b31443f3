import Testing

@testable import IOCModel

@Suite("Profiles")
struct ProfileRuleTests {
    @Test(
        "One of the required profiles must hold",
        arguments: [
            ([], [], true), (["a"], ["a"], true), (["a"], ["b"], false), (["!a"], ["b"], true), (["!a"], ["a"], false),
            (["a", "!b"], [], true), (["a", "b"], ["b"], true),
        ] as [([String], Set<String>, Bool)])
    func holds(required: [String], active: Set<String>, expected: Bool) {
        #expect(ProfileRule.holds(required, active: active) == expected)
    }
}
