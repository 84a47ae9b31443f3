/// What a definition does to an instance after it is made, in the order of the fields.
struct DefinitionHooks<Owner: Assembly, Instance>: Sendable {
    typealias Hook = @Sendable (Instance, Owner) throws -> Void

    var willInject: [Hook] = []
    var didInject: [Hook] = []
    var didBuildGraph: [Hook] = []

    /// A parent's hooks for an instance that is more than the parent promises, of an assembly that leads to the parent's.
    func mapped<Heir, Child>(
        _ home: @escaping @Sendable (Heir) throws -> Owner, _ upcast: @escaping @Sendable (Child) -> Instance
    ) -> DefinitionHooks<Heir, Child> {
        func map(_ hooks: [Hook]) -> [DefinitionHooks<Heir, Child>.Hook] {
            hooks.map { hook in { instance, owner in try hook(upcast(instance), home(owner)) } }
        }
        return DefinitionHooks<Heir, Child>(
            willInject: map(willInject), didInject: map(didInject), didBuildGraph: map(didBuildGraph))
    }

    /// These hooks before those of a child.
    func followed(by child: DefinitionHooks) -> DefinitionHooks {
        DefinitionHooks(
            willInject: willInject + child.willInject, didInject: didInject + child.didInject,
            didBuildGraph: didBuildGraph + child.didBuildGraph)
    }
}
