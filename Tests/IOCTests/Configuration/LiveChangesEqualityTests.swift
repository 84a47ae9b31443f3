import Testing

@testable import IOC

@Suite("Equal outcomes of taking values over")
struct LiveChangesEqualityTests {
    @Test("Outcomes are told apart by what has changed and by what waits for the next start")
    func parts() {
        let outcomes = [
            LiveChanges(changed: ["a"], pending: []), LiveChanges(changed: [], pending: ["a"]),
            LiveChanges(changed: ["a"], pending: ["a"]), LiveChanges(changed: [], pending: []),
        ]
        #expect(Set(outcomes).count == outcomes.count)
        #expect(outcomes[0] == LiveChanges(changed: ["a"], pending: []))
    }
}
