import Dispatch
import IOCBase

/// One call of a component's own code that has to end in time.
///
/// The caller goes on when the time is up, even where the code ignores cancellation or blocks its thread; the
/// call is then abandoned: cancelled, and left to itself.
final class TimedCall: Sendable {
    private struct State {
        var ending: End?
        var waiter: CheckedContinuation<End, Never>?
        var task: Task<Void, Never>?
        var isCancelled = false
        var limits: [TimeLimit] = []
    }

    /// The end of a call.
    enum End: Sendable {
        case returned
        case failed(any Error)
        case overran(Duration)
    }

    private let state = Guarded(State())
    private let clock = DispatchQueue(label: "ioc.time-limit")
    private let grace: Duration

    private init(grace: Duration) {
        self.grace = grace
    }

    /// Runs `body`.
    /// - Parameters:
    ///   - executor: The executor that runs it, with nothing else that could be in its way.
    ///   - limit: The time to wait for it.
    ///   - grace: The time to wait for it once the caller is cancelled.
    static func run(
        on executor: LaneExecutor, limit: Duration, grace: Duration,
        _ body: @escaping @Sendable () async throws -> Void
    ) async -> End {
        let call = TimedCall(grace: grace)
        let ending = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                call.begin(executor, limit, waiter, body)
            }
        } onCancel: {
            call.cancel()
        }
        // A task that has ended holds neither the code nor its task-local values, so nothing that the call was about.
        if case .overran = ending {} else { await call.state.withLock({ $0.task.take() })?.value }
        return ending
    }

    private func begin(
        _ executor: LaneExecutor, _ limit: Duration, _ waiter: CheckedContinuation<End, Never>,
        _ body: @escaping @Sendable () async throws -> Void
    ) {
        state.withLock { $0.waiter = waiter }
        limitTime(to: limit)
        let task = Task(executorPreference: executor) {
            do {
                try await body()
                self.end(.returned)
            } catch {
                self.end(.failed(error))
            }
        }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled || state.ending != nil
        }
        if isCancelled { task.cancel() }
    }

    private func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
        limitTime(to: grace)
    }

    /// Ends the wait after a time; the earliest limit counts.
    private func limitTime(to limit: Duration) {
        let limit = TimeLimit(limit, on: clock) { [weak self] in self?.end(.overran(limit)) }
        state.withLock { $0.limits.append(limit) }
    }

    private func end(_ ending: End) {
        let (waiter, task) = state.withLock { state in
            guard state.ending == nil else {
                return (nil as CheckedContinuation<End, Never>?, nil as Task<Void, Never>?)
            }
            state.ending = ending
            return (state.waiter, state.task)
        }
        if case .overran = ending { task?.cancel() }
        waiter?.resume(returning: ending)
    }
}
