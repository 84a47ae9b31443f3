import IOCModel

/// A definition that others can inherit from.
protocol ParentDefinition: Sendable {
    associatedtype Owner: Assembly
    associatedtype Instance

    /// The steps that children inherit, those of the parents first.
    func inheritance(in owner: Owner, depth: Int) throws -> Inheritance
}

/// The way from a definition to its parent, which may stand in another assembly and take other arguments.
struct ParentLink<Owner: Assembly, Instance, Parent: ParentDefinition>: Sendable {
    typealias Home = @Sendable (Owner) throws -> Parent.Owner

    /// The assembly whose definition the parent is.
    let home: Home
    let parent: @Sendable (Owner) throws -> Parent
    let upcast: @Sendable (Instance) -> Parent.Instance
    /// The parent's arguments, from those of the child's call.
    var arguments: @Sendable (Owner, ArgumentKey?) throws -> ArgumentKey? = { _, _ in nil }

    /// A parent in the same assembly, or in one that it inherits from.
    init(
        _ parent: any KeyPath<Owner, Parent> & Sendable, _ upcast: @escaping @Sendable (Instance) -> Parent.Instance
    ) {
        home = { owner in
            if let home = owner as? Parent.Owner { return home }
            throw IOCError(
                .parentElsewhere(
                    name: TypeName.written(Instance.self), assembly: TypeName.qualified(Parent.Owner.self)))
        }
        self.parent = { $0[keyPath: parent] }
        self.upcast = upcast
    }

    /// A parent in an assembly that this one works with.
    init<Target>(
        _ parent: any KeyPath<Target, Parent> & Sendable,
        of collaborator: any KeyPath<Owner, Collaborator<Target>> & Sendable,
        _ upcast: @escaping @Sendable (Instance) -> Parent.Instance
    ) {
        let inTarget = ParentLink<Target, Parent.Instance, Parent>(parent) { $0 }
        home = { try inTarget.home($0[keyPath: collaborator]()) }
        self.parent = { try inTarget.parent($0[keyPath: collaborator]()) }
        self.upcast = upcast
    }

    /// A chain of parents longer than this can only be a circle.
    private static var depthLimit: Int { 64 }

    var lookup: ParentLookup {
        let types = DefinitionTypes<Owner, Instance>(location: nil)
        return { owner, depth in
            if depth > Self.depthLimit {
                throw IOCError(.abstractParentCycle(name: TypeName.written(Instance.self)))
            }
            let owner = types.owner(owner)
            let parent = try parent(owner).inheritance(in: home(owner), depth: depth + 1)
            let steps = parent.steps.mapped { step, takesArguments in
                { instance, owner, key in
                    let owner = types.owner(owner)
                    try step(
                        AnyValueBox.boxed(upcast(types.instance(instance))), home(owner),
                        takesArguments ? arguments(owner, key) : nil)
                }
            }
            return Inheritance(scope: parent.scope, steps: steps)
        }
    }
}
