import IOCBase
import IOCModel

/// The attempts to start one component.
final class StartAttempts: Sendable {
    private let retry: StartRetry
    private let limit: Duration
    private let errors = Guarded<[String]>([])

    /// - Parameters:
    ///   - retry: The number of attempts, and the time between them.
    ///   - limit: The longest wait.
    init(_ retry: StartRetry?, limit: Duration) {
        self.retry = retry ?? StartRetry(attempts: 1)
        self.limit = limit
    }

    /// The errors of the failed attempts, in their order.
    var failures: [String] { errors.withLock { $0 } }

    /// Calls `body` until it succeeds, or has failed often enough.
    /// - Parameters:
    ///   - body: The component's start.
    ///   - hasFailed: Called with what an attempt has thrown that is not the last.
    func run(_ body: () async throws -> Void, hasFailed: (any Error) -> Void) async throws {
        var delay = min(retry.delay, limit)
        while true {
            do {
                return try await body()
            } catch {
                let count = errors.withLock { errors in
                    errors.append("\(error)")
                    return errors.count
                }
                guard count < retry.attempts, !Task.isCancelled else { throw error }
                hasFailed(error)
            }
            let pause = Latch()
            await withTaskCancellationHandler {
                await pause.wait(atMost: delay)
            } onCancel: {
                pause.open()
            }
            try Task.checkCancellation()
            delay = min(.seconds(delay.seconds * retry.factor), limit)
        }
    }
}
