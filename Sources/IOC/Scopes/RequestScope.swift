/// The scope ``Scope/request``: the instances of the innermost `withRequestScope` around this task.
struct RequestScope: ScopeStore {
    @TaskLocal static var current: ScopeInstances?

    var instances: ScopeInstances? { Self.current }
}

/// Runs an operation in a request scope of its own: components of ``Scope/request`` are made once in it.
///
/// Child tasks share the scope; a detached task is outside. The instances are let go when the operation ends.
/// - Parameters:
///   - isolation: The actor the operation runs on.
///   - operation: What runs in the scope.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withRequestScope<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
) async rethrows -> Result {
    let instances = ScopeInstances()
    defer { instances.removeAll() }
    return try await RequestScope.$current.withValue(instances, operation: operation)
}

/// Runs a synchronous operation in a request scope of its own: components of ``Scope/request`` are made once in it.
/// - Parameter operation: What runs in the scope.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withRequestScope<Result>(_ operation: () throws -> Result) rethrows -> Result {
    let instances = ScopeInstances()
    defer { instances.removeAll() }
    return try RequestScope.$current.withValue(instances, operation: operation)
}
