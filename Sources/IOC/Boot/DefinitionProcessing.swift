import IOCBase
import IOCModel

/// Runs the component classes that are definition post-processors, by order and then by name. Each processes all other
/// definitions.
struct DefinitionProcessing {
    /// The definitions, changed by the processors.
    private(set) var declarations: [Declaration]
    private(set) var faults: [Fault] = []
    private(set) var notices: [Fault] = []

    /// - Parameter creates: False for a check, which runs no processor.
    init(of declarations: [Declaration], _ types: ProgramTypes, creates: Bool) {
        self.declarations = declarations
        let processors = types.candidates(for: TypeIdentity.id((any DefinitionPostProcessor).self)).map(\.definition)
            .filter { declarations[$0].description.creation.isScanned }
            .ordered { DefinitionFacts.precedes(declarations[$0].facts, declarations[$1].facts) }
        for index in processors {
            let own = declarations[index].facts
            let creation = declarations[index].description.creation
            if creation.isAsync {
                let role = TypeName.simple((any DefinitionPostProcessor).self)
                let place = creation.constructed.map { Origin.source($0.constructor.location) } ?? own.origin
                faults.append(Fault(.asyncAtBoot(name: own.name, role: role, maker: creation.maker), at: place))
            } else if creation.plan(of: TypeIdentity.type(own.type))?.facts.isEmpty == false {
                faults.append(Fault(.processorNeedsInjection(name: own.name), at: own.origin))
            } else if !creates {
                let reason = "what \(own.name) would change in other definitions is not checked"
                notices.append(Fault(.unchecked(reason), at: own.origin))
            } else {
                do {
                    try run(index)
                } catch {
                    let kind = Fault.Kind.componentFailed(own.name, in: "post-processing")
                    faults.append(Fault(kind, at: own.origin, cause: error))
                }
            }
        }
    }

    private mutating func run(_ own: Int) throws {
        let made = try declarations[own].description.creation.create(nil)
        guard let processor = AnyValueBox.unboxed(made) as? any DefinitionPostProcessor else { return }
        // The context uses the instance that has processed the definitions, instead of a second one.
        change(own) { $0.creation = .replacing(by: { processor }, of: TypeIdentity.type($0.type)) }
        for other in declarations.indices where other != own {
            var changed = declarations[other].description
            try processor.process(&changed)
            change(other) { $0.apply(changed) }
        }
    }

    private mutating func change(_ index: Int, _ change: (inout DefinitionDescription) -> Void) {
        var description = declarations[index].description
        change(&description)
        declarations[index] = Declaration(description)
    }
}
