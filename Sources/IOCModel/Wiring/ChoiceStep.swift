/// The step of the candidate rule that has decided a choice.
enum ChoiceStep {
    case name
    case binding
    case exactClass
    case only
    case primary
    case notFallback
    /// No step has chosen one.
    case none
}

/// The reason why an injection point has what it has.
package struct ChoiceReason: Sendable, Equatable, Encodable {
    /// A component that fits the type, and was not chosen.
    package struct Other: Sendable, Equatable, Encodable {
        package let component: String
        /// The trait that it lacks, such as "is not primary".
        package let lacks: String
    }

    /// The reason for the choice, as the end of a sentence that begins with "because".
    package let because: String
    /// The others that fit, by order and then by name.
    package let others: [Other]
}

extension CandidateRule {
    /// The reason why an injection point has what it has, by the steps that have chosen it; nil where nothing is chosen.
    func reason(for point: InjectionPointFacts) -> ChoiceReason? {
        let fitting = sorted(types.candidates(for: point.wanted).map(\.definition))
        if point.shape.isCollection {
            let taken = Set(all(point.wanted, qualifier: point.qualifier))
            let others = fitting.filter { !taken.contains($0) }
            let because =
                point.qualifier.map { "it takes all that are called '\($0)'" }
                ?? "it takes all that fit, by order and then by name"
            return ChoiceReason(because: because, others: others.map { other($0, .name, point) })
        }
        let (choice, step) = decide(point.wanted, point.qualifier)
        guard case .chosen(let chosen) = choice else { return nil }
        let because =
            switch step {
            case .name: "the property asks for the name '\(point.qualifier ?? "")'"
            case .binding: "a binding names it for \(types.name(of: point.wanted))"
            case .exactClass: "it alone is exactly the class, and others are subclasses"
            case .only: "nothing else fits"
            case .primary: "it is the only primary one"
            case .notFallback: "it is the only one that is no fallback"
            case .none: ""
            }
        return ChoiceReason(
            because: because, others: fitting.filter { $0 != chosen }.map { other($0, step, point) })
    }

    private func other(_ index: Int, _ step: ChoiceStep, _ point: InjectionPointFacts) -> ChoiceReason.Other {
        let definition = definitions[index]
        let isExact = types.candidates(for: point.wanted).contains { $0.definition == index && $0.isExact }
        let hasExact = types.candidates(for: point.wanted).contains(where: \.isExact)
        let lacks =
            switch step {
            case _ where definition.needsArguments: Fault.NearMiss.Cause.takesArguments.description
            case .name: "is not called '\(point.qualifier ?? "")'"
            case .binding: "is not what the binding names"
            case .exactClass: "is a subclass"
            case _ where hasExact && !isExact: "is a subclass"
            case .primary: "is not primary"
            case .notFallback: "is a fallback"
            case .only, .none: "fits"
            }
        return ChoiceReason.Other(component: definition.name, lacks: lacks)
    }
}
