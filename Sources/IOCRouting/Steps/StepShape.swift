/// The facts of one step, and which step that is: what a route map checks and draws.
@dynamicMemberLookup final class StepShape {
    private let facts: StepFacts

    init(_ facts: StepFacts) { self.facts = facts }

    subscript<Fact>(dynamicMember fact: KeyPath<StepFacts, Fact>) -> Fact { facts[keyPath: fact] }

    /// All steps that may come before this one, with how many steps lie between.
    var before: [ObjectIdentifier: Int] {
        var result: [ObjectIdentifier: Int] = [:]
        var next = [self]
        var distance = 0
        while !next.isEmpty {
            next = next.flatMap { [$0.previous].compactMap { $0 } + $0.cases.map(\.step) }
                .filter { result.updateValue(distance, forKey: ObjectIdentifier($0)) == nil }
            distance += 1
        }
        return result
    }
}
