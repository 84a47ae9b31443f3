import IOCBase
import IOCModel

/// A handle that keeps the scope of a request open after the end of its `withRequestScope`.
///
/// ```swift
/// let scope = try RequestScope.hold()              // inside withRequestScope
/// return Response { writer in                      // later, in another task
///     try await scope.run { try await self.stream(to: writer) }
///     try await scope.end()
/// }
/// ```
///
/// The scope keeps its instances as long as a handle exists, and ``run(isolation:_:)`` enters it again from any task.
/// After `withRequestScope`, the scope ends with its last handle. ``end()`` of the last handle stops the scope's
/// components first; a release of the handle does not.
public final class RequestScope: Sendable {
    @TaskLocal static var current: ScopeActivation?

    private let activation: ScopeActivation
    private let hasEnded = Guarded(false)

    private init(_ activation: ScopeActivation) { self.activation = activation }

    deinit {
        if !hasEnded.withLock({ exchange(&$0, with: true) }) { activation.letGo() }
    }

    /// Creates a handle for the scope of the request that this task is in.
    /// - Returns: A handle that keeps the scope open until ``end()``, or until the handle is released.
    /// - Throws: ``IOCError``: `scope-inactive` outside a request, `scope-ended` if the scope has ended.
    public static func hold() throws -> RequestScope {
        guard let activation = current else {
            throw IOCError(Fault(.scopeInactive(name: "RequestScope.hold()", scope: ScopeFacts.request.name)))
        }
        guard activation.hold() else { throw IOCError(Fault(.scopeEnded(scope: ScopeFacts.request.name))) }
        return RequestScope(activation)
    }

    /// Runs an operation in the scope, from any task.
    /// - Parameters:
    ///   - isolation: The actor the operation runs on.
    ///   - operation: The operation to run in the scope.
    /// - Returns: The result of `operation`.
    /// - Throws: `scope-ended` after ``end()``, and the error of `operation`. If the scope ends with the operation and
    ///   `operation` throws nothing, ``IOCError`` with every failure of the stop.
    @discardableResult
    public func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
    ) async throws -> Result {
        try await entered().run(isolation: isolation, operation)
    }

    /// Runs a synchronous operation in the scope, from any thread.
    ///
    /// If `end()` of the last handle is called during the operation, the scope ends after the operation. Its components
    /// are then released but not stopped.
    /// - Parameter operation: The operation to run in the scope.
    /// - Returns: The result of `operation`.
    /// - Throws: `scope-ended` after ``end()``, and the error of `operation`.
    @_disfavoredOverload
    @discardableResult
    public func run<Result>(_ operation: () throws -> Result) throws -> Result {
        let hold = try entered()
        defer { hold.letGo() }
        return try Self.$current.withValue(activation, operation: operation)
    }

    /// Releases this handle. If it is the last one, the components that are ``Stoppable`` are stopped, dependents
    /// first, and the scope ends.
    ///
    /// A second call does nothing.
    /// - Throws: ``IOCError`` with every failure of the stop.
    public func end() async throws {
        if !hasEnded.withLock({ exchange(&$0, with: true) }) { try await activation.letGoStopping() }
    }

    /// Takes a hold for one operation, so that another task's ``end()`` does not end the scope during the operation.
    private func entered() throws -> ScopeActivation {
        guard !hasEnded.withLock(\.self), activation.hold() else {
            throw IOCError(Fault(.scopeEnded(scope: ScopeFacts.request.name)))
        }
        return activation
    }
}

/// Runs an operation in a new request scope. Each component of ``Scope/request`` has one instance in it.
///
/// Child tasks share the scope; a detached task is outside of it. After the operation, unless a ``RequestScope`` handle
/// keeps the scope open, the components of the scope that are ``Stoppable`` are stopped, dependents first. Then all are
/// released.
/// - Parameters:
///   - isolation: The actor the operation runs on.
///   - operation: The operation to run in the scope.
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`, otherwise ``IOCError`` with every failure of the stop. If the operation and the
///   stop fail, the failures of the stop are printed on standard error in one line.
@discardableResult
public func withRequestScope<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
) async throws -> Result {
    try await ScopeActivation(isSynchronous: false).run(isolation: isolation, operation)
}

extension ScopeActivation {
    /// Runs an operation in the scope of a request, and then releases a hold. The release of the last hold stops the
    /// components.
    fileprivate func run<Result>(
        isolation: isolated (any Actor)?, _ operation: () async throws -> Result
    ) async throws -> Result {
        let result: Result
        do {
            result = try await RequestScope.$current.withValue(self, operation: operation)
        } catch {
            do {
                try await letGoStopping()
            } catch let failure as IOCError {
                ProcessOutput.complain("ioc: a scope whose operation has failed did not stop well: \(failure.line)")
            }
            throw error
        }
        try await letGoStopping()
        return result
    }
}

/// Runs a synchronous operation in a new request scope. Each component of ``Scope/request`` has one instance in it.
///
/// A component can't be stopped here, because nothing can be awaited. So the creation of a ``Stoppable`` component
/// fails: `scope-cannot-stop`. Asynchronous code calls the `async` form.
/// - Parameter operation: The operation to run in the scope.
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
@_disfavoredOverload
@discardableResult
public func withRequestScope<Result>(_ operation: () throws -> Result) rethrows -> Result {
    let activation = ScopeActivation(isSynchronous: true)
    defer { activation.letGo() }
    return try RequestScope.$current.withValue(activation, operation: operation)
}
