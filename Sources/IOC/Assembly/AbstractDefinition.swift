/// A common part of several definitions: a scope, injections and hooks. It makes no instance.
///
/// ```swift
/// let animal = AbstractDefinition(Animal.self, in: Zoo.self).inject { animal, zoo in animal.keeper = try zoo.keeper() }
/// let dog = Definition { (_: Zoo) in Dog() }.parent(\.animal) { $0 }
/// ```
public struct AbstractDefinition<Owner: Assembly, Instance>: Sendable, ParentDefinition {
    private var own: Inheritance
    private var lookup: ParentLookup?

    /// Declares what children of this definition have in common.
    /// - Parameters:
    ///   - type: The type that their instances have in common.
    ///   - owner: The assembly that declares it.
    ///   - scope: The scope of children that say none.
    public init(_ type: Instance.Type, in owner: Owner.Type, scope: Scope? = nil) {
        own = Inheritance(scope: scope)
    }

    /// Adds what is done before the injections.
    /// - Parameter hook: Called with the instance.
    /// - Returns: The definition with the hook.
    public func willInject(_ hook: @escaping @Sendable (Instance) throws -> Void) -> Self {
        changed { $0.own.steps.willInject.append(types.step(hook)) }
    }

    /// Adds an injection.
    /// - Parameter injection: Called with the instance and the assembly.
    /// - Returns: The definition with the injection.
    public func inject(_ injection: @escaping @Sendable (Instance, Owner) throws -> Void) -> Self {
        changed { $0.own.steps.injections.append(types.step(injection)) }
    }

    /// Adds what is done after the injections.
    /// - Parameter hook: Called with the instance.
    /// - Returns: The definition with the hook.
    public func didInject(_ hook: @escaping @Sendable (Instance) throws -> Void) -> Self {
        changed { $0.own.steps.didInject.append(types.step(hook)) }
    }

    /// Adds what is done when the outermost call ends.
    /// - Parameter hook: Called with the instance.
    /// - Returns: The definition with the hook.
    public func didBuildGraph(_ hook: @escaping @Sendable (Instance) throws -> Void) -> Self {
        changed { $0.own.steps.didBuildGraph.append(types.step(hook)) }
    }

    /// Inherits from a further abstract definition.
    /// - Parameters:
    ///   - parent: The key path of the parent in the assembly, or in one that it inherits from.
    ///   - upcast: Shows an instance as what the parent is about: `{ $0 }`.
    /// - Returns: The definition with the parent.
    public func parent<Home, Base>(
        _ parent: any KeyPath<Owner, AbstractDefinition<Home, Base>> & Sendable,
        _ upcast: @escaping @Sendable (Instance) -> Base
    ) -> Self {
        changed { $0.lookup = ParentLink(parent, upcast).lookup }
    }

    /// Inherits from an abstract definition of another assembly.
    /// - Parameters:
    ///   - parent: The key path of the parent in its assembly.
    ///   - collaborator: The key path of that assembly in this one.
    ///   - upcast: Shows an instance as what the parent is about: `{ $0 }`.
    /// - Returns: The definition with the parent.
    public func parent<Target, Home, Base>(
        _ parent: any KeyPath<Target, AbstractDefinition<Home, Base>> & Sendable,
        of collaborator: any KeyPath<Owner, Collaborator<Target>> & Sendable,
        _ upcast: @escaping @Sendable (Instance) -> Base
    ) -> Self {
        changed { $0.lookup = ParentLink(parent, of: collaborator, upcast).lookup }
    }

    func inheritance(in owner: Owner, depth: Int) throws -> Inheritance {
        try own.following(lookup, in: owner, depth: depth)
    }

    private var types: DefinitionTypes<Owner, Instance> { DefinitionTypes(location: nil) }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
