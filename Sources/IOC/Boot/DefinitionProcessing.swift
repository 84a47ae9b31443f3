import IOCBase
import IOCModel

/// Lets the component classes that process definitions see all definitions, by order and then by name.
struct DefinitionProcessing {
    /// The definitions as the processors leave them.
    private(set) var declarations: [DefinitionDescription]
    private(set) var faults: [Fault] = []
    private(set) var notices: [Fault] = []

    /// - Parameter creates: False for a check, which runs no processor.
    init(of declarations: [DefinitionDescription], _ types: ProgramTypes, creates: Bool) {
        self.declarations = declarations
        let processors = types.candidates(for: TypeIdentity.id((any DefinitionPostProcessor).self)).map(\.definition)
            .filter { declarations[$0].recipe.isScanned }
            .ordered {
                (declarations[$0].order, declarations[$0].name) < (declarations[$1].order, declarations[$1].name)
            }
        for index in processors {
            let own = declarations[index]
            if own.recipe.plan(of: TypeIdentity.type(own.type))?.facts.isEmpty == false {
                faults.append(Fault(.processorNeedsInjection(name: own.name), at: own.place))
            } else if !creates {
                let reason = "what \(own.name) would change in other definitions is not checked"
                notices.append(Fault(.unchecked(reason), at: own.place))
            } else {
                do {
                    try run(index)
                } catch {
                    let kind = Fault.Kind.failed(.componentFailed, component: own.name, in: "post-processing")
                    faults.append(Fault(kind, at: own.place, cause: error))
                }
            }
        }
    }

    private mutating func run(_ own: Int) throws {
        let made = try declarations[own].recipe.make(nil)
        guard let processor = AnyValueBox.unboxed(made) as? any DefinitionPostProcessor else { return }
        // The context's own instance is the one that has processed.
        let type = TypeIdentity.type(declarations[own].type)
        declarations[own].recipe = .replacement(making: { processor }, of: type)
        for other in declarations.indices where other != own {
            var changed = declarations[other]
            try processor.process(&changed)
            declarations[other].apply(changed)
        }
    }
}
