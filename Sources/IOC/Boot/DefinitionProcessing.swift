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
            if own.recipe.plan(of: TypeIdentity.type(facts.type))?.facts.isEmpty == false {
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

extension ComponentScan.LeftOut {
    /// The settings that the component would read.
    var readers: [AbsentReader] {
        guard let component = ProgramComponent.of(type) else { return [] }
        let points = component.recipe.plan(of: component.type)?.facts ?? []
        return points.filter { $0.shape == .setting }.compactMap(\.qualifier).map {
            AbsentReader(key: $0, component: TypeName.simple(component.type), reason: reason)
        }
    }
}

extension Declaration {
    /// The fault of a component class that the compiler has kept no description of, or whose constructor makes another.
    var mistake: Fault? {
        guard let component else { return nil }
        if let fault = component.recipe.constructed?.mismatch { return fault }
        return component.record.lacksReflection
            ? Fault(.reflectionDisabled(name: facts.typeName), at: facts.origin) : nil
    }
}

extension DefinitionFacts {
    /// The notice that nothing will start, run or stop instances that have something to; nil if the container does, or
    /// where there is nothing.
    func unstarted(records: ProgramRecords) -> Fault? {
        guard isManaged, !hasLifecycle else { return nil }
        var roles: [Any.Type] = [(any Startable).self, (any IOCService).self]
        // A request's scope stops what was made in it.
        if scope != .request { roles.append((any Stoppable).self) }
        let promised = TypeIdentity.type(type)
        let protocols = roles.filter { TypeFit.fits(promised, $0, records: records) }.map(TypeName.simple)
        if protocols.isEmpty { return nil }
        let scope = scope.name + (needsArguments ? ", with arguments" : "")
        return Fault(
            .componentNeverStarted(name: name, scope: scope, protocols: protocols.map(TypeName.withoutAny)),
            at: origin)
    }
}
