import IOCModel

extension Definition where Instance: ManagedComponent {
    /// Declares a component that its own initializer makes.
    ///
    /// ```swift
    /// let desk: Define<OrderDesk> = Define(.singleton)
    /// ```
    ///
    /// The parameters of the initializer are found as for a component of a scan, and checked with everything else. Scope and
    /// traits are what the definition says of them.
    /// - Parameters:
    ///   - scope: The lifetime of an instance; a parent's scope, else ``Scope/objectGraph``, where nothing is said.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    ///   - none: Nothing, which says that the definition takes no arguments.
    public init(
        _ scope: Scope? = nil, fileID: StaticString = #fileID, line: Int = #line, _ none: repeat each Argument
    ) {
        let types = DefinitionTypes<Owner, Instance>(location: SourceLocation(fileID: fileID, line: line))
        let recipe = ComponentType.of(Instance.self).map { Recipe.making($0, owner: TypeName.simple(Instance.self)) }
        self = Definition(scope, fileID: fileID, line: line) { (_: Owner, _: repeat each Argument) in
            guard let recipe else {
                throw IOCError(.typeUnmanaged(typeName: TypeName.qualified(Instance.self)))
            }
            return try types.instance(recipe.make(nil))
        }
        .changed { $0.source = recipe?.constructed.map { .initializer($0) } ?? .code }
    }

    /// Declares a component as a scan would find it: under its type's name, with the type's traits.
    ///
    /// ```swift
    /// let desk: Define<OrderDesk> = .component()
    /// ```
    ///
    /// Leave the type out of the configuration's prefixes then, because two components of one name are a fault.
    /// - Parameters:
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    ///   - none: Nothing, which says that the definition takes no arguments.
    /// - Returns: The definition.
    public static func component(
        fileID: StaticString = #fileID, line: Int = #line, _ none: repeat each Argument
    ) -> Definition<Owner, Instance> {
        Definition<Owner, Instance>(.singleton, fileID: fileID, line: line).changed {
            $0.isNamedByType = true
            $0.traits = ComponentType.ownTraits(of: Instance.self)
        }
    }
}
