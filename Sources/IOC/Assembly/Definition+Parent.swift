/// A definition inherits scope, injections and hooks; what it says itself comes after them, and wins. A parent's closure, its
/// traits and its name are its own.
extension Definition: ParentDefinition {
    /// Inherits from an abstract definition.
    /// - Parameters:
    ///   - parent: The key path of the parent in the assembly, or in one that it inherits from.
    ///   - upcast: Shows an instance as what the parent is about: `{ $0 }`.
    /// - Returns: The definition with the parent.
    public func parent<Home, Base>(
        _ parent: any KeyPath<Owner, AbstractDefinition<Home, Base>> & Sendable,
        _ upcast: @escaping @Sendable (Instance) -> Base
    ) -> Self {
        inheriting(ParentLink(parent, upcast))
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
        inheriting(ParentLink(parent, of: collaborator, upcast))
    }

    /// Inherits from another definition that takes no arguments.
    /// - Parameters:
    ///   - parent: The key path of the parent in the assembly, or in one that it inherits from.
    ///   - upcast: Shows an instance as what the parent makes: `{ $0 }`.
    /// - Returns: The definition with the parent.
    public func parent<Home, Base>(
        definition parent: any KeyPath<Owner, Definition<Home, Base>> & Sendable,
        _ upcast: @escaping @Sendable (Instance) -> Base
    ) -> Self {
        inheriting(ParentLink(parent, upcast))
    }

    /// Inherits from a definition of another assembly that takes no arguments.
    /// - Parameters:
    ///   - parent: The key path of the parent in its assembly.
    ///   - collaborator: The key path of that assembly in this one.
    ///   - upcast: Shows an instance as what the parent makes: `{ $0 }`.
    /// - Returns: The definition with the parent.
    public func parent<Target, Home, Base>(
        definition parent: any KeyPath<Target, Definition<Home, Base>> & Sendable,
        of collaborator: any KeyPath<Owner, Collaborator<Target>> & Sendable,
        _ upcast: @escaping @Sendable (Instance) -> Base
    ) -> Self {
        inheriting(ParentLink(parent, of: collaborator, upcast))
    }

    /// Inherits from a definition with arguments.
    ///
    /// ```swift
    /// let dog: Define<Dog, String> = Define { _, name in Dog(name) }
    ///     .parent(definition: \.animal, arguments: { _, name in (name, 4) }) { $0 }
    /// ```
    /// - Parameters:
    ///   - parent: The key path of the parent in the assembly, or in one that it inherits from.
    ///   - arguments: Returns the value that the parent's injections get, from the assembly and the call's arguments; called for each injection.
    ///   - upcast: Shows an instance as what the parent makes: `{ $0 }`.
    /// - Returns: The definition with the parent.
    public func parent<Home, Base, each Given>(
        definition parent: any KeyPath<Owner, Definition<Home, Base, repeat each Given>> & Sendable,
        arguments: @escaping @Sendable (Owner, repeat each Argument) throws -> (repeat each Given),
        _ upcast: @escaping @Sendable (Instance) -> Base
    ) -> Self {
        inheriting(ParentLink(parent, upcast), arguments)
    }

    /// Inherits from a definition of another assembly, with arguments.
    /// - Parameters:
    ///   - parent: The key path of the parent in its assembly.
    ///   - collaborator: The key path of that assembly in this one.
    ///   - arguments: Returns the value that the parent's injections get, from this assembly and the call's arguments; called for each injection.
    ///   - upcast: Shows an instance as what the parent makes: `{ $0 }`.
    /// - Returns: The definition with the parent.
    public func parent<Target, Home, Base, each Given>(
        definition parent: any KeyPath<Target, Definition<Home, Base, repeat each Given>> & Sendable,
        of collaborator: any KeyPath<Owner, Collaborator<Target>> & Sendable,
        arguments: @escaping @Sendable (Owner, repeat each Argument) throws -> (repeat each Given),
        _ upcast: @escaping @Sendable (Instance) -> Base
    ) -> Self {
        inheriting(ParentLink(parent, of: collaborator, upcast), arguments)
    }

    private func inheriting<Parent>(_ link: ParentLink<Owner, Instance, Parent>) -> Self {
        changed { $0.parent = link.lookup }
    }

    private func inheriting<Parent, each Given>(
        _ link: ParentLink<Owner, Instance, Parent>,
        _ arguments: @escaping @Sendable (Owner, repeat each Argument) throws -> (repeat each Given)
    ) -> Self {
        var link = link
        link.arguments = { owner, key in
            var index = 0
            let given = try arguments(
                owner, repeat try ArgumentKey.argument(of: key, as: (each Argument).self, at: &index))
            var values: [Any] = []
            repeat values.append(each given)
            return ArgumentKey(values)
        }
        return inheriting(link)
    }

    func inheritance(in owner: Owner, depth: Int) throws -> Inheritance {
        try Inheritance(scope: template.scope, steps: template.steps)
            .following(template.parent, in: owner, depth: depth)
    }
}
