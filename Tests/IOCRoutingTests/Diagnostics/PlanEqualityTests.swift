import Testing

@testable import IOCRouting

@Suite("Equal plans")
struct PlanEqualityTests {
    @Test("Plans are told apart by each of their parts")
    func parts() {
        let move = RoutePlan.Move(operation: .replaceRoot(screen: "a"), reason: "b")
        let plain = RoutePlan(
            destination: "a", considerations: [], interceptors: [], made: [], moves: [move])
        var plans = [plain, plain, plain, plain, plain, plain, plain]
        plans[1].destination = "b"
        plans[2].considerations = [.init(step: "a", verdict: "b")]
        plans[3].interceptors = ["a"]
        plans[4].made = ["a"]
        plans[5].taken = ["a"]
        plans[6].moves = []
        #expect(Set(plans).count == plans.count)
        #expect(plain == RoutePlan(destination: "a", considerations: [], interceptors: [], made: [], moves: [move]))
    }
}
