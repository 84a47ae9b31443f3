import IOCModel

extension Definition {
    /// Declares a singleton that has to be awaited. It is created when the context starts.
    ///
    /// ```swift
    /// let persist: Define<PostgresPersistDriver> = Define { core in
    ///     await PostgresPersistDriver(client: try core.client(), logger: try core.logger())
    /// }
    /// .traits(.dependsOn("client"))
    /// ```
    ///
    /// Until then, a lookup of it is the fault `not-started`. The container can't look into a closure: name in `dependsOn` what has to
    /// run, or to exist, before it.
    /// - Parameters:
    ///   - scope: The lifetime of the instance, which has to be ``Scope/singleton``.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    ///   - none: Nothing, which says that the definition takes no arguments.
    ///   - make: Creates the instance from the assembly.
    @_disfavoredOverload
    public init(
        _ scope: Scope = .singleton, fileID: StaticString = #fileID, line: Int = #line, _ none: repeat each Argument,
        make: @escaping @Sendable (Owner) async throws -> Instance
    ) {
        self = Definition(scope, fileID: fileID, line: line) { (_: Owner, _: repeat each Argument) in
            throw IOCError(.notStarted(component: TypeName.written(Instance.self)))
        }
        .changed { template in
            template.asyncMake = { assembly in
                // Sound: a context calls it with the assembly that has the definition.
                AnyValueBox.boxed(try await make(unsafeDowncast(assembly, to: Owner.self)))
            }
        }
    }
}
