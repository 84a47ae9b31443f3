import IOCConfiguration
import IOCModel

/// A definition of an instance that an assembly offers: a `let` of the assembly, called like a method once it is activated.
///
/// ```swift
/// let session = Definition(.prototype) { (core: CoreAssembly, user: Int) in Session(user: user) }
///     .inject { session, core in session.ledger = try core.ledger() }
///     .didInject { $0.open() }
/// // …
/// let session = try core.session(42)
/// ```
///
/// The closure gets the assembly and the call's arguments. A prototype's closure may also take an ``InjectionPoint``, which the
/// container passes where a property or parameter asks. Two definitions that mention each other need one declared type:
/// `let a: Definition<CoreAssembly, A> = …`.
///
/// An instance is made; then `willInject` is called, the injections run, `didInject` is called, post-processors see it; and
/// when the outermost call ends, `didBuildGraph` is called.
public struct Definition<Owner: Assembly, Instance, each Argument>: Sendable {
    @usableFromInline let definition: DefinitionMember

    /// Declares how an instance is made.
    /// - Parameters:
    ///   - scope: The lifetime of an instance; a parent's scope, else ``Scope/objectGraph``, where nothing is said.
    ///   - make: Makes an instance from the assembly and the call's arguments.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    @inlinable
    @inline(never)
    public init(
        _ scope: Scope? = nil, fileID: StaticString = #fileID, line: Int = #line,
        make: @escaping @Sendable (Owner, repeat each Argument) throws -> Instance
    ) {
        // Specialized for the types, but never inlined: the initializer of an assembly with hundreds of definitions would
        // become one function that takes the optimizer many times as long.
        self.init(scope, Self.erased(make), fileID, line)
    }

    @usableFromInline
    init(_ scope: Scope?, _ make: DefinitionTemplate.Make?, _ fileID: StaticString, _ line: Int) {
        var (takesArguments, takesPoint) = (false, false)
        func note<Value>(_ type: Value.Type) {
            if type == InjectionPoint.self { takesPoint = true } else { takesArguments = true }
        }
        repeat note((each Argument).self)
        self.init(
            DefinitionTemplate(
                home: Owner.self, promised: Instance.self, location: SourceLocation(fileID: fileID, line: line),
                takesArguments: takesArguments && make != nil, takesPoint: takesPoint, make: make, scope: scope))
    }

    private init(_ template: DefinitionTemplate) { definition = DefinitionMember(template) }

    /// A closure of the definition's types, as the container calls it.
    @inlinable
    static func erased(
        _ make: @escaping @Sendable (Owner, repeat each Argument) throws -> Instance
    ) -> DefinitionTemplate.Make {
        DefinitionTemplate.Make { assembly, arguments in
            var index = 0
            // Sound: a context calls it with the assembly that has the definition.
            let instance = try make(
                unsafeDowncast(assembly, to: Owner.self),
                repeat try ArgumentKey.argument(of: arguments, as: (each Argument).self, at: &index))
            return AnyValueBox.boxed(instance)
        }
    }

    /// The instance, made or found by the definition's scope.
    /// - Parameter argument: The arguments its closure takes after the assembly.
    /// - Returns: A new or a shared instance.
    /// - Throws: ``IOCError`` where the assembly is not activated, where a condition leaves the definition out, where a dependency
    ///   can't be had, or where the closure throws.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ argument: repeat each Argument) throws -> Instance {
        var values: [Any] = []
        repeat values.append(each argument)
        let instance = try definition.instance(values)
        if AnyValueBox.isInstance(instance, of: Instance.self) {
            // Sound: an instance of the class is one reference to it.
            return unsafeBitCast(instance, to: Instance.self)
        }
        return try definition.cast(instance)
    }

    func changed(_ change: (inout DefinitionTemplate) -> Void) -> Self {
        var template = definition.template
        change(&template)
        return Self(template)
    }
}

extension Definition: AssemblyProperty {
    static var promised: Any.Type? { Instance.self }
    static func fits(_ type: AnyClass) -> Bool { TypeIdentity.inherits(type, from: Owner.self) }
    var member: AssemblyMember { definition }
}

// MARK: Traits, hooks and injections

extension Definition {
    /// Adds traits: a name, `.primary`, `.order`, conditions.
    /// - Parameter traits: The traits beyond the type.
    /// - Returns: The definition with the traits.
    public func traits(_ traits: ComponentTrait...) -> Self { changed { $0.traits += traits } }

    /// Adds what is done before the injections.
    /// - Parameter hook: Called with the instance.
    /// - Returns: The definition with the hook.
    public func willInject(_ hook: @escaping @Sendable (Instance) throws -> Void) -> Self {
        adding(.willInject) { instance, _, _ in try hook(instance) }
    }

    /// Adds an injection: sets properties or calls methods of an instance that is made, so that cycles resolve.
    /// - Parameter injection: Called with the instance and the assembly.
    /// - Returns: The definition with the injection.
    @_disfavoredOverload
    public func inject(_ injection: @escaping @Sendable (Instance, Owner) throws -> Void) -> Self {
        adding(.inject) { instance, assembly, _ in try injection(instance, assembly) }
    }

    /// Adds an injection that sees the arguments of the call.
    /// - Parameter injection: Called with the instance, the assembly and the arguments.
    /// - Returns: The definition with the injection.
    public func inject(
        _ injection: @escaping @Sendable (Instance, Owner, repeat each Argument) throws -> Void
    ) -> Self {
        adding(.inject) { instance, assembly, arguments in
            var index = 0
            try injection(
                instance, assembly,
                repeat try ArgumentKey.argument(of: arguments, as: (each Argument).self, at: &index))
        }
    }

    /// Adds a hook that runs after the injections, before other components get the instance.
    /// - Parameter hook: Called with the instance.
    /// - Returns: The definition with the hook.
    public func didInject(_ hook: @escaping @Sendable (Instance) throws -> Void) -> Self {
        adding(.didInject) { instance, _, _ in try hook(instance) }
    }

    /// Adds what is done when the outermost call ends and everything it built is injected.
    /// - Parameter hook: Called with the instance.
    /// - Returns: The definition with the hook.
    public func didBuildGraph(_ hook: @escaping @Sendable (Instance) throws -> Void) -> Self {
        adding(.didBuildGraph) { instance, _, _ in try hook(instance) }
    }

    private func adding(
        _ phase: DefinitionTemplate.Step.Phase,
        _ run: @escaping @Sendable (Instance, Owner, ArgumentKey?) throws -> Void
    ) -> Self {
        changed {
            $0.steps.append(
                DefinitionTemplate.Step(phase: phase) { instance, assembly, arguments in
                    // Sound: a context calls it with the assembly that has the definition.
                    let assembly = unsafeDowncast(assembly, to: Owner.self)
                    try run(Self.unboxed(instance), assembly, arguments)
                })
        }
    }

    private static func unboxed(_ instance: AnyObject) throws -> Instance {
        if let instance = AnyValueBox.cast(instance, to: Instance.self) { return instance }
        throw IOCError(
            .protocolMismatch(found: TypeName.written(type(of: instance))), wanted: TypeName.written(Instance.self))
    }
}

// MARK: Parents

/// A common part of several definitions: a scope, injections and hooks. It makes no instance, and can't be called.
///
/// ```swift
/// let animal = AbstractDefinition(Animal.self, in: Zoo.self).inject { animal, zoo in animal.keeper = try zoo.keeper() }
/// let dog = Definition { (_: Zoo) in Dog() }.parent(\.animal) { $0 }
/// ```
public typealias AbstractDefinition<Owner: Assembly, Instance> = Definition<Owner, Instance, Never>

extension Definition {
    /// Declares what the children of an abstract definition have in common.
    /// - Parameters:
    ///   - type: The type that their instances have in common.
    ///   - owner: The assembly that declares it.
    ///   - scope: The scope of children that say none.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    public init(
        _ type: Instance.Type, in owner: Owner.Type, scope: Scope? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(scope, nil, fileID, line)
    }

    /// Inherits the scope, the injections and the hooks of another definition, which run before those of this one.
    ///
    /// The parent's own closure, traits and name are not inherited. It may belong to another assembly of the context, and take
    /// arguments:
    ///
    /// ```swift
    /// let dog = Define { _ in Dog() }.parent(\.animal) { $0 }
    /// let hound = Define { _ in Dog() }.parent({ try $0.zoo().animal }) { $0 }
    /// let puppy: Define<Dog, String> = Define { _, name in Dog(name) }
    ///     .parent(\.named, arguments: { _, name in (name, 4) }) { $0 }
    /// ```
    /// - Parameters:
    ///   - parent: Returns the parent, an abstract definition or one that creates instances, from the assembly.
    ///   - arguments: Returns the arguments for the parent's injections, from the assembly and the arguments of the call; called
    ///     for each injection. A parent that takes arguments needs it.
    ///   - upcast: Returns an instance as the type of the parent's: `{ $0 }`.
    /// - Returns: The definition with the parent.
    public func parent<Home, Base, each Given>(
        _ parent: @escaping @Sendable (Owner) throws -> Definition<Home, Base, repeat each Given>,
        arguments: (@Sendable (Owner, repeat each Argument) throws -> (repeat each Given))? = nil,
        _ upcast: @escaping @Sendable (Instance) -> Base
    ) -> Self {
        var given: (@Sendable (AnyObject, ArgumentKey?) throws -> ArgumentKey)?
        if let arguments {
            given = { assembly, key in
                var index = 0
                let given = try arguments(
                    unsafeDowncast(assembly, to: Owner.self),
                    repeat try ArgumentKey.argument(of: key, as: (each Argument).self, at: &index))
                var values: [Any] = []
                repeat values.append(each given)
                return ArgumentKey(values)
            }
        }
        // Sound, here and above: a context passes the assembly that has the child.
        let member = { @Sendable in try parent(unsafeDowncast($0, to: Owner.self)).definition }
        return changed { [given] in
            $0.parent = DefinitionTemplate.Parent(member: member, arguments: given) { instance in
                AnyValueBox.boxed(upcast(try Self.unboxed(instance)))
            }
        }
    }
}

// MARK: Components and values

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
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    ///   - none: Nothing, which says that the definition takes no arguments.
    public init(
        _ scope: Scope? = nil, fileID: StaticString = #fileID, line: Int = #line, _ none: repeat each Argument
    ) {
        let creation = ComponentType.of(Instance.self).map { Creation($0) }
        let definition = Self(
            scope,
            DefinitionTemplate.Make { _, _ in
                guard let creation else {
                    throw IOCError(.typeUnmanaged(typeName: TypeName.qualified(Instance.self)))
                }
                return try creation.create(nil)
            }, fileID, line)
        self = definition.changed { $0.constructed = creation?.constructed }
    }

    /// Declares a component as a scan would find it: under its type's name, with the type's traits.
    ///
    /// ```swift
    /// let desk: Define<OrderDesk> = .component()
    /// ```
    ///
    /// Leave the type out of the configuration's prefixes then, because two components of one name are a fault.
    /// - Parameters:
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
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

extension Definition {
    /// A definition of a value that is there already.
    ///
    /// ```swift
    /// let limit: Definition<CoreAssembly, Int> = .value(10)
    /// ```
    ///
    /// The maker of the value starts and stops it, unless the definition leaves that to the container.
    /// - Parameters:
    ///   - value: The value every call gives.
    ///   - isManaged: True if the container starts, runs and stops it.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    ///   - none: Nothing, which says that the definition takes no arguments.
    /// - Returns: The definition.
    public static func value(
        _ value: Instance, isManaged: Bool = false, fileID: StaticString = #fileID, line: Int = #line,
        _ none: repeat each Argument
    ) -> Definition<Owner, Instance> where Instance: Sendable {
        Definition<Owner, Instance>(.singleton, fileID: fileID, line: line) { (_: Owner) in value }
            .changed { $0.isManaged = isManaged }
    }
}
