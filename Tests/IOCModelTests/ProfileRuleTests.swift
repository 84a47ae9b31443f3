import IOCModel
import Testing

@Suite("Profiles")
struct ProfileRuleTests {
    @Test(
        "One of the required profiles must be active",
        arguments: [
            ([], [], true), (["a"], ["a"], true), (["a"], ["b"], false), (["!a"], ["b"], true), (["!a"], ["a"], false),
            (["a", "!b"], [], true), (["a", "b"], ["b"], true),
        ] as [([String], Set<String>, Bool)])
    func holds(required: [String], active: Set<String>, expected: Bool) {
        #expect(ProfileRule.holds(required, active: active) == expected)
    }

    @Test(
        "A condition that is written as an expression is remarked on, a name never",
        arguments: [
            ("day & !night", true), ("!day, night", true), ("day|night", true), ("(day)", true), ("!!day", true),
            ("day night", true), ("day", false), ("!day", false), ("eu-west.1_b", false), ("böse", false),
        ])
    func expressions(condition: String, isRemarkedOn: Bool) {
        #expect((ProfileRule.remark(on: ["plain", condition]) != nil) == isRemarkedOn)
    }
}
