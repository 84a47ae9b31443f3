import IOCBase

/// Runs work that has its own way to end, and asks it to end when the calling task is cancelled.
///
/// The container asks a service to end by cancelling its task. A service group of another package completes its open
/// requests only if it is asked to shut down gracefully:
///
/// ```swift
/// func run() async throws {
///     let group = ServiceGroup(services: [application], logger: logger)
///     try await endingGracefully {
///         try await group.run()
///     } asked: {
///         await group.triggerGracefulShutdown()
///     }
/// }
/// ```
///
/// The work is not cancelled. If it doesn't end within ``ContextConfiguration/stopTimeout``, the container abandons the
/// service.
/// - Parameters:
///   - work: The work, which runs until it ends by itself or because it was asked to.
///   - ask: Asks the work to end. It is called once, when the calling task is cancelled while the work is running.
/// - Returns: The result of the work.
/// - Throws: The error of the work.
public nonisolated(nonsending) func endingGracefully<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result, asked ask: @escaping @Sendable () async -> Void
) async throws -> Result {
    // The work runs in another task, so that a cancellation calls `ask` and doesn't cancel the work.
    let task = Task { try await work() }
    let asking = Guarded<Task<Void, Never>?>(nil)
    let result = await withTaskCancellationHandler {
        await task.result
    } onCancel: {
        asking.withLock { $0 = Task { await ask() } }
    }
    await asking.withLock(\.self)?.value
    return try result.get()
}
