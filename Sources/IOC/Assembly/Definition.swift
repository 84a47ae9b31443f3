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
/// The closure gets the assembly and the call's arguments. Two definitions that mention each other need one declared type:
/// `let a: Definition<CoreAssembly, A> = …`.
///
/// An instance is made; then `willInject` is called, the injections run, `didInject` is called, post-processors see it; and
/// when the outermost call ends, `didBuildGraph` is called.
public struct Definition<Owner: Assembly, Instance, each Argument>: Sendable {
    @usableFromInline let cell: DefinitionCell

    /// Declares how an instance is made.
    /// - Parameters:
    ///   - scope: The lifetime of an instance; a parent's scope, else ``Scope/objectGraph``, where nothing is said.
    ///   - make: Makes an instance from the assembly and the call's arguments.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    @inlinable
    @inline(never)
    public init(
        _ scope: Scope? = nil, fileID: StaticString = #fileID, line: Int = #line,
        make: @escaping @Sendable (Owner, repeat each Argument) throws -> Instance
    ) {
        // Specialized for the types, but never inlined: the initializer of an assembly with hundreds of definitions would
        // become one function that takes the optimizer many times as long.
        self.init(scope, fileID: fileID, line: line, making: DefinitionClosure(make))
    }

    @usableFromInline
    init(
        _ scope: Scope?, fileID: StaticString, line: Int,
        making closure: DefinitionClosure
    ) {
        self.init(
            DefinitionTemplate(
                scope: scope, location: SourceLocation(fileID: fileID, line: line), make: closure))
    }

    init(_ template: DefinitionTemplate) {
        cell = DefinitionCell(template, of: Owner.self, promising: Instance.self)
    }

    /// The instance, made or found by the definition's scope.
    /// - Parameter argument: The arguments its closure takes after the assembly.
    /// - Returns: A new or a shared instance.
    /// - Throws: ``IOCError`` where the assembly is not activated, where a dependency can't be had, or where the closure
    ///   throws.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ argument: repeat each Argument) throws -> Instance {
        var values: [Any] = []
        repeat values.append(each argument)
        guard let instance = AnyValueBox.cast(try cell.instance(values), to: Instance.self) else {
            throw cell.mismatch(wanted: Instance.self)
        }
        return instance
    }

    var types: DefinitionTypes<Owner, Instance> { DefinitionTypes(location: template.location) }

    // Sound: every definition's cell was made with a template.
    var template: DefinitionTemplate { cell.template! }

    func changed(_ change: (DefinitionTemplate) -> Void) -> Self { Self(template.changed(change)) }
}

extension Definition {
    /// Adds traits: a name, `.primary`, `.order`, conditions.
    /// - Parameter traits: The traits beyond the type.
    /// - Returns: The definition with the traits.
    public func traits(_ traits: ComponentTrait...) -> Self { changed { $0.traits += traits } }

    /// Adds what is done before the injections.
    /// - Parameter hook: Called with the instance.
    /// - Returns: The definition with the hook.
    public func willInject(_ hook: @escaping @Sendable (Instance) throws -> Void) -> Self {
        changed { $0.steps.willInject.append(types.step(hook)) }
    }

    /// Adds an injection: sets properties or calls methods of an instance that is made, so that cycles resolve.
    /// - Parameter injection: Called with the instance and the assembly.
    /// - Returns: The definition with the injection.
    @_disfavoredOverload
    public func inject(_ injection: @escaping @Sendable (Instance, Owner) throws -> Void) -> Self {
        changed { $0.steps.injections.append(types.step(injection)) }
    }

    /// Adds an injection that sees the arguments of the call.
    /// - Parameter injection: Called with the instance, the assembly and the arguments.
    /// - Returns: The definition with the injection.
    public func inject(
        _ injection: @escaping @Sendable (Instance, Owner, repeat each Argument) throws -> Void
    ) -> Self {
        let types = types
        return changed { template in
            template.steps.injections.append { instance, owner, arguments in
                var index = 0
                try injection(
                    types.instance(instance), types.owner(owner),
                    repeat try ArgumentKey.argument(of: arguments, as: (each Argument).self, at: &index))
            }
        }
    }

    /// Adds what is done after the injections, before anybody else sees the instance.
    /// - Parameter hook: Called with the instance.
    /// - Returns: The definition with the hook.
    public func didInject(_ hook: @escaping @Sendable (Instance) throws -> Void) -> Self {
        changed { $0.steps.didInject.append(types.step(hook)) }
    }

    /// Adds what is done when the outermost call ends and everything it built is injected.
    /// - Parameter hook: Called with the instance.
    /// - Returns: The definition with the hook.
    public func didBuildGraph(_ hook: @escaping @Sendable (Instance) throws -> Void) -> Self {
        changed { $0.steps.didBuildGraph.append(types.step(hook)) }
    }
}
