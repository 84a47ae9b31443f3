import IOCModel

/// A set of definitions: components that the program declares in code.
///
/// ```swift
/// final class CoreAssembly: Assembly {
///     let clock = Definition(.singleton) { (_: CoreAssembly) in SystemClock() }
///     let ledger = Definition { (core: CoreAssembly) in Ledger(clock: try core.clock()) }
/// }
/// let core = try CoreAssembly.activated()
/// let ledger = try core.ledger()
/// ```
///
/// The context finds definitions and collaborators by reflection: the name of a property is the key of its definition.
/// ``Autowired`` finds the instances of all definitions that take no arguments.
public protocol Assembly: AnyObject, Sendable {
    /// Creates an assembly that is not activated yet.
    init()
}

extension Assembly {
    /// A definition of this assembly: `let clock = Define(.singleton) { _ in SystemClock() }`.
    public typealias Define<Instance, each Argument> = Definition<Self, Instance, repeat each Argument>

    /// Creates and activates an assembly.
    /// - Parameters:
    ///   - collaborators: Assemblies to use instead of those that ``Collaborator`` properties would create. An assembly
    ///     of a subclass is used in place of its superclass.
    ///   - configuration: A configuration with more components and settings for the same context.
    ///   - processors: Post-processors for the instances of the context. They run before the post-processors that are
    ///     components.
    ///   - parent: The context that supplies the components that the new context lacks.
    /// - Returns: The assembly, which owns its context.
    /// - Throws: ``IOCError`` with every fault of the context.
    public static func activated(
        with collaborators: [any Assembly] = [], configuration: ContextConfiguration? = nil,
        processors: [any InstancePostProcessor] = [], parent: ApplicationContext? = nil
    ) throws -> Self {
        let assembly = Self()
        try assembly.activate(with: collaborators, configuration: configuration, processors: processors, parent: parent)
        return assembly
    }

    /// Creates the assembly's context and the eager singletons. Does nothing if the assembly is activated already.
    /// - Parameters:
    ///   - collaborators: Assemblies to use instead of those that ``Collaborator`` properties would create. An assembly
    ///     of a subclass is used in place of its superclass.
    ///   - configuration: A configuration with more components and settings for the same context.
    ///   - processors: Post-processors for the instances of the context. They run before the post-processors that are
    ///     components.
    ///   - parent: The context that supplies the components that the new context lacks.
    /// - Throws: ``IOCError`` with every fault of the context.
    public func activate(
        with collaborators: [any Assembly] = [], configuration: ContextConfiguration? = nil,
        processors: [any InstancePostProcessor] = [], parent: ApplicationContext? = nil
    ) throws {
        guard let (key, first) = AssemblyMember.first(of: self) else {
            let hidden = AssemblyLayout.of(Self.self).faults(of: self)
            throw hidden.isEmpty
                ? IOCError(.assemblyWithoutDefinitions(name: TypeName.qualified(Self.self))) : IOCError(hidden)
        }
        if let other = first.claim(for: AssemblyReference(self), as: name(of: key)) {
            throw IOCError(.definitionUsedTwice(first: other, second: name(of: key)))
        }
        try first.activateOnce {
            let request = BootRequest(
                configuration: configuration ?? ContextConfiguration(), assemblies: [self], pool: collaborators,
                processors: processors, parent: parent)
            return ApplicationContext(try Boot(request).run(), isOwner: true)
        }
    }

    /// The context that the assembly was activated in.
    /// - Throws: ``IOCError`` if the assembly is not activated.
    public var context: ApplicationContext {
        get throws {
            guard let context = AssemblyMember.first(of: self)?.member.context else {
                throw IOCError(.assemblyNotActivated(assembly: TypeName.simple(Self.self), definition: "context"))
            }
            return context
        }
    }

    /// Returns the innermost object of a type that this thread is building. A definition's closure calls it to get the
    /// object for which it creates an instance.
    /// - Parameter type: The type to look for. It can be inferred.
    /// - Returns: The object, whose injection may not have ended.
    /// - Throws: ``IOCError`` if no object of the type is being built.
    public func building<Wanted>(_ type: Wanted.Type = Wanted.self) throws -> Wanted {
        try innermost(TypeName.written(Wanted.self)) { _ in true }
    }

    /// Returns the innermost object of a definition that this thread is building.
    /// - Parameters:
    ///   - name: The definition's key or name.
    ///   - type: The type to return it as. It can be inferred.
    /// - Returns: The object, whose injection may not have ended.
    /// - Throws: ``IOCError`` if no object of the definition is being built, or if the object has another type.
    public func building<Wanted>(named name: String, as type: Wanted.Type = Wanted.self) throws -> Wanted {
        try innermost("\(TypeName.written(Wanted.self)) named '\(name)'") { facts in
            facts.simpleName == name || ".\(facts.name)".hasSuffix(".\(name)")
        }
    }

    private func innermost<Wanted>(_ wanted: String, _ isMeant: (DefinitionFacts) -> Bool) throws -> Wanted {
        for frame in Frame.constructions {
            guard let facts = frame.pointee.site?.facts, isMeant(facts), let instance = frame.pointee.instance else {
                continue
            }
            if let wanted = AnyValueBox.unboxed(instance) as? Wanted { return wanted }
        }
        throw IOCError(.instanceNotBeingBuilt, wanted: wanted, path: Frame.path)
    }
}
