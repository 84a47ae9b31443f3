/// What a definition does to an instance after it is made, in the order of the fields.
struct DefinitionHooks<Owner: Assembly, Instance>: Sendable {
    typealias Hook = @Sendable (Instance, Owner) throws -> Void

    var willInject: [Hook] = []
    var didInject: [Hook] = []
    var didBuildGraph: [Hook] = []

    /// A parent's hooks for an instance that is more than the parent promises.
    func mapped<Child>(_ upcast: @escaping @Sendable (Child) -> Instance) -> DefinitionHooks<Owner, Child> {
        func map(_ hooks: [Hook]) -> [DefinitionHooks<Owner, Child>.Hook] {
            hooks.map { hook in { instance, owner in try hook(upcast(instance), owner) } }
        }
        return DefinitionHooks<Owner, Child>(
            willInject: map(willInject), didInject: map(didInject), didBuildGraph: map(didBuildGraph))
    }

    /// These hooks before those of a child.
    func followed(by child: DefinitionHooks) -> DefinitionHooks {
        DefinitionHooks(
            willInject: willInject + child.willInject, didInject: didInject + child.didInject,
            didBuildGraph: didBuildGraph + child.didBuildGraph)
    }
}

/// What a definition has from its parents: a scope, hooks and injections.
struct Inheritance<Owner: Assembly, Instance>: Sendable {
    var scope: Scope?
    var hooks = DefinitionHooks<Owner, Instance>()
    var injections: [DefinitionHooks<Owner, Instance>.Hook] = []

    func mapped<Child>(_ upcast: @escaping @Sendable (Child) -> Instance) -> Inheritance<Owner, Child> {
        Inheritance<Owner, Child>(
            scope: scope, hooks: hooks.mapped(upcast),
            injections: injections.map { injection in { instance, owner in try injection(upcast(instance), owner) } })
    }
}

/// Looks up what a definition inherits, once its assembly is there.
typealias ParentLookup<Owner: Assembly, Instance> = @Sendable (Owner, Int) throws -> Inheritance<Owner, Instance>
