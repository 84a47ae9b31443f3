import IOCBase
import IOCModel

/// Lets the component classes that process definitions see all definitions, by order and then by name.
struct DefinitionProcessing {
    private(set) var faults: [Fault] = []
    private(set) var notices: [Fault] = []

    /// - Parameter creates: False for a check, which runs no processor.
    init(of declarations: [Declaration], _ types: ProgramTypes, creates: Bool) {
        let processors = types.candidates(for: TypeIdentity.id((any DefinitionPostProcessor).self))
            .map { declarations[$0.definition] }.filter(\.recipe.isScanned)
            .ordered { DefinitionFacts.precedes($0.facts, $1.facts) }
        for own in processors {
            let facts = own.facts
            if own.recipe.isAsync {
                let role = TypeName.simple((any DefinitionPostProcessor).self)
                let place = own.recipe.constructed.map { Origin.source($0.constructor.location) } ?? facts.origin
                faults.append(Fault(.asyncAtBoot(name: facts.name, role: role), at: place))
            } else if own.recipe.plan(of: TypeIdentity.type(facts.type))?.facts.isEmpty == false {
                faults.append(Fault(.processorNeedsInjection(name: facts.name), at: facts.origin))
            } else if !creates {
                let reason = "what \(facts.name) would change in other definitions is not checked"
                notices.append(Fault(.unchecked(reason), at: facts.origin))
            } else {
                do {
                    try Self.run(own, on: declarations)
                } catch {
                    let kind = Fault.Kind.failed(.componentFailed, component: facts.name, in: "post-processing")
                    faults.append(Fault(kind, at: facts.origin, cause: error))
                }
            }
        }
    }

    private static func run(_ own: Declaration, on declarations: [Declaration]) throws {
        let made = try own.recipe.make(nil)
        guard let processor = AnyValueBox.unboxed(made) as? any DefinitionPostProcessor else { return }
        // The context's own instance is the one that has processed.
        own.recipe = .replacement(making: { processor }, of: TypeIdentity.type(own.facts.type))
        for other in declarations where other !== own {
            var description = DefinitionDescription(other)
            try processor.process(&description)
            other.apply(description)
        }
    }
}
