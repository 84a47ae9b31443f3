import IOCModel

/// The recipe of a definition: its closures, run with its assembly.
struct DefinitionRecipe<Owner: Assembly, Instance, each Argument>: Recipe {
    private let owner: OwnerReference<Owner>
    private let template: DefinitionTemplate<Owner, Instance, repeat each Argument>
    private let inherited: [DefinitionHooks<Owner, Instance>.Hook]
    private let hooks: DefinitionHooks<Owner, Instance>

    init(
        _ owner: OwnerReference<Owner>, _ template: DefinitionTemplate<Owner, Instance, repeat each Argument>,
        _ inheritance: Inheritance<Owner, Instance>
    ) {
        self.owner = owner
        self.template = template
        inherited = inheritance.injections
        hooks = inheritance.hooks.followed(by: template.hooks)
    }

    var canMakeEarly: Bool { false }
    var completion: String { "its injection" }
    var awaitsGraph: Bool { !hooks.didBuildGraph.isEmpty }

    func make(_ arguments: ArgumentKey?) throws -> AnyObject {
        let owner = try owner.get()
        var index = 0
        let instance = try template.make.body(owner, repeat try argument((each Argument).self, arguments, &index))
        return AnyValueBox.boxed(instance)
    }

    func complete(_ instance: AnyObject, _ arguments: ArgumentKey?) throws {
        let component = instance as? any IOCComponent
        component?.willInject()
        if !(hooks.willInject.isEmpty && inherited.isEmpty && template.injections.isEmpty && hooks.didInject.isEmpty) {
            let owner = try owner.get()
            let typed = try typed(instance)
            for hook in hooks.willInject { try hook(typed, owner) }
            for injection in inherited { try injection(typed, owner) }
            for injection in template.injections {
                var index = 0
                try injection.body(typed, owner, repeat try argument((each Argument).self, arguments, &index))
            }
            try component?.didInject()
            for hook in hooks.didInject { try hook(typed, owner) }
        } else {
            try component?.didInject()
        }
    }

    func didBuildGraph(_ instance: AnyObject) throws {
        let owner = try owner.get()
        let typed = try typed(instance)
        for hook in hooks.didBuildGraph { try hook(typed, owner) }
    }

    private func typed(_ instance: AnyObject) throws -> Instance {
        guard let typed = AnyValueBox.unboxed(instance) as? Instance else {
            throw unfitting(instance, wanted: Instance.self)
        }
        return typed
    }

    private func unfitting(_ found: Any?, wanted: Any.Type) -> IOCError {
        var fault = Fault(
            .parameterisedProtocolMismatch(found: found.map { TypeName.written(type(of: $0)) } ?? "nothing"))
        fault.place = .source(template.location)
        fault.wanted = TypeName.written(wanted)
        return IOCError(fault)
    }

    private func argument<Value>(_ type: Value.Type, _ arguments: ArgumentKey?, _ index: inout Int) throws -> Value {
        defer { index += 1 }
        guard let value = arguments?.value(at: index) as? Value else {
            throw unfitting(arguments?.value(at: index), wanted: Value.self)
        }
        return value
    }
}
