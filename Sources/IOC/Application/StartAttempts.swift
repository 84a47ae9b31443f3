import IOCBase
import IOCModel

/// The attempts to start one component.
final class StartAttempts: Sendable {
    private let retry: StartRetry
    private let limit: Duration
    private let failed = Guarded(FailedAttempts())

    /// - Parameters:
    ///   - retry: The number of attempts, and the time between them.
    ///   - limit: The longest wait.
    init(_ retry: StartRetry?, limit: Duration) {
        self.retry = retry ?? StartRetry(attempts: 1)
        self.limit = limit
    }

    /// The errors of the failed attempts.
    var failures: FailedAttempts { failed.withLock { $0 } }

    /// Calls `body` until it succeeds, or has failed often enough.
    /// - Parameters:
    ///   - body: The component's start.
    ///   - hasFailed: Called with the error of each failed attempt but the last.
    func run(_ body: () async throws -> Void, hasFailed: (any Error) -> Void) async throws {
        var delay = min(retry.delay, limit)
        while true {
            do {
                return try await body()
            } catch {
                let count = failed.withLock { $0.add("\(error)") }
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
            let next = delay.seconds * retry.factor
            // A factor may make more of it than a duration can be.
            delay = next < limit.seconds ? .seconds(next) : limit
        }
    }
}
