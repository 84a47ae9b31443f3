import IOCConfiguration
import IOCModel

/// A definition of an instance that an assembly provides: a `let` of the assembly. Once the assembly is activated, call
/// it like a method.
///
/// ```swift
/// let session = Definition(.prototype) { (core: CoreAssembly, user: Int) in Session(user: user) }
///     .inject { session, core in session.ledger = try core.ledger() }
///     .didInject { $0.open() }
/// // …
/// let session = try core.session(42)
/// ```
///
/// The closure gets the assembly and the call's arguments. The closure of a prototype may also take an
/// ``InjectionPoint``: the container passes the property or parameter that asks for the instance. If two definitions
/// refer to each other, declare the type of one of them: `let a: Definition<CoreAssembly, A> = …`.
///
/// After an instance is created, the container calls `willInject`, runs the injections, calls `didInject` and passes
/// the instance to the post-processors. When the outermost call ends, the container calls `didBuildGraph`.
public struct Definition<Owner: Assembly, Instance, each Argument>: Sendable {
    @usableFromInline let definition: DefinitionMember

    /// Declares a definition whose closure creates the instances.
    /// - Parameters:
    ///   - scope: The lifetime of an instance. The default is the parent definition's scope, or ``Scope/objectGraph``
    ///     without a parent.
    ///   - make: Creates an instance from the assembly and the call's arguments.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    @inlinable
    @inline(never)
    public init(
        _ scope: Scope? = nil, fileID: StaticString = #fileID, line: Int = #line,
        make: @escaping @Sendable (Owner, repeat each Argument) throws -> Instance
    ) {
        // Never inlined, because the initializer of an assembly with hundreds of definitions would become one large
        // function, which takes long to compile.
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

    /// Returns a closure in the untyped form that the container calls.
    @inlinable
    static func erased(
        _ make: @escaping @Sendable (Owner, repeat each Argument) throws -> Instance
    ) -> DefinitionTemplate.Make {
        DefinitionTemplate.Make { assembly, arguments in
            var index = 0
            // Sound: a context passes the assembly that has the definition.
            let instance = try make(
                unsafeDowncast(assembly, to: Owner.self),
                repeat try ArgumentKey.argument(of: arguments, as: (each Argument).self, at: &index))
            return AnyValueBox.boxed(instance)
        }
    }

    /// Returns the instance, created or found as the definition's scope requires.
    /// - Parameter argument: The arguments its closure takes after the assembly.
    /// - Returns: A new or a shared instance.
    /// - Throws: ``IOCError`` if the assembly is not activated, if a condition excludes the definition, if a dependency
    ///   is missing or fails, or if the closure throws.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ argument: repeat each Argument) throws -> Instance {
        var values: [Any] = []
        repeat values.append(each argument)
        let instance = try definition.instance(values)
        if AnyValueBox.isInstance(instance, of: Instance.self) {
            // Sound: `instance` is of the class `Instance`, and a value of a class type is one reference.
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
    /// - Parameter traits: The traits to add.
    /// - Returns: The definition with the traits.
    public func traits(_ traits: ComponentTrait...) -> Self { changed { $0.traits += traits } }

    /// Adds a hook that runs before the injections.
    /// - Parameter hook: Called with the instance.
    /// - Returns: The definition with the hook.
    public func willInject(_ hook: @escaping @Sendable (Instance) throws -> Void) -> Self {
        adding(.willInject) { instance, _, _ in try hook(instance) }
    }

    /// Adds an injection, which sets properties or calls methods of an instance after its creation. So definitions can
    /// refer to each other in a cycle.
    /// - Parameter injection: Called with the instance and the assembly.
    /// - Returns: The definition with the injection.
    @_disfavoredOverload
    public func inject(_ injection: @escaping @Sendable (Instance, Owner) throws -> Void) -> Self {
        adding(.inject) { instance, assembly, _ in try injection(instance, assembly) }
    }

    /// Adds an injection that gets the arguments of the call.
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

    /// Adds a hook that runs at the end of the outermost call, when all instances that the call created are injected.
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
                    // Sound: a context passes the assembly that has the definition.
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

/// A common part of several definitions: a scope, injections and hooks. It creates no instance, and can't be called.
///
/// ```swift
/// let animal = AbstractDefinition(Animal.self, in: Zoo.self).inject { animal, zoo in animal.keeper = try zoo.keeper() }
/// let dog = Definition { (_: Zoo) in Dog() }.parent(\.animal) { $0 }
/// ```
public typealias AbstractDefinition<Owner: Assembly, Instance> = Definition<Owner, Instance, Never>

extension Definition {
    /// Declares an abstract definition.
    /// - Parameters:
    ///   - type: The common type of the children's instances.
    ///   - owner: The assembly that declares the definition.
    ///   - scope: The scope of children that declare none.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public init(
        _ type: Instance.Type, in owner: Owner.Type, scope: Scope? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(scope, nil, fileID, line)
    }

    /// Inherits the scope, the injections and the hooks of another definition. The parent's injections and hooks run
    /// before those of this definition. If this definition has a scope itself, that scope is used.
    ///
    /// The parent's own closure, traits and name are not inherited. The parent may belong to another assembly of the
    /// context, and may take arguments:
    ///
    /// ```swift
    /// let dog = Define { _ in Dog() }.parent(\.animal) { $0 }
    /// let hound = Define { _ in Dog() }.parent({ try $0.zoo().animal }) { $0 }
    /// let puppy: Define<Dog, String> = Define { _, name in Dog(name) }
    ///     .parent(\.named, arguments: { _, name in (name, 4) }) { $0 }
    /// ```
    /// - Parameters:
    ///   - parent: Returns the parent from the assembly. The parent is an abstract definition or one that creates
    ///     instances.
    ///   - arguments: Returns the arguments for the parent's injections, from the assembly and the arguments of the
    ///     call. The container calls it for each injection. It is required if the parent takes arguments.
    ///   - upcast: Converts an instance to the type of the parent's instances: `{ $0 }`.
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
    /// Declares a component that its own initializer creates.
    ///
    /// ```swift
    /// let desk: Define<OrderDesk> = Define(.singleton)
    /// ```
    ///
    /// The container finds the parameters of the initializer as for a scanned component, and the boot checks them. The
    /// definition alone decides scope and traits; those of the type don't apply.
    /// - Parameters:
    ///   - scope: The lifetime of an instance. The default is the parent definition's scope, or ``Scope/objectGraph``
    ///     without a parent.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    ///   - none: Nothing, because the definition takes no arguments.
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
    /// If you declare a component this way, exclude its type from the configuration's prefixes, because two components
    /// of one name are a fault.
    /// - Parameters:
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    ///   - none: Nothing, because the definition takes no arguments.
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
    /// Returns a definition of a value that exists already.
    ///
    /// ```swift
    /// let limit: Definition<CoreAssembly, Int> = .value(10)
    /// ```
    ///
    /// The container doesn't start, run or stop the value, unless `isManaged` is true.
    /// - Parameters:
    ///   - value: The value that every call returns.
    ///   - isManaged: True if the container starts, runs and stops it.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    ///   - none: Nothing, because the definition takes no arguments.
    /// - Returns: The definition.
    public static func value(
        _ value: Instance, isManaged: Bool = false, fileID: StaticString = #fileID, line: Int = #line,
        _ none: repeat each Argument
    ) -> Definition<Owner, Instance> where Instance: Sendable {
        Definition<Owner, Instance>(.singleton, fileID: fileID, line: line) { (_: Owner) in value }
            .changed { $0.isManaged = isManaged }
    }
}
