import Dispatch
import IOCBase

/// One call of a component's own code that has to end in time.
enum TimedCall {
    /// The end of a call.
    enum End: Sendable {
        case returned
        case failed(any Error)
        case overran(Duration)
    }

    /// Runs `body`, and waits for its end or until the time is up.
    ///
    /// The caller goes on when the time is up, even if the code ignores cancellation or blocks its thread. The call is then
    /// abandoned: cancelled, and left to itself.
    /// - Parameters:
    ///   - executor: The executor that runs it, with nothing else that could be in its way.
    ///   - limit: The time to wait for it.
    ///   - grace: The time to wait for it once the caller is cancelled.
    static func run(
        on executor: LaneExecutor, limit: Duration, grace: Duration,
        _ body: @escaping @Sendable () async throws -> Void
    ) async -> End {
        let isOver = Latch()
        let end = Guarded<End?>(nil)
        // The first end counts.
        let finish: @Sendable (End) -> Void = { ending in
            end.withLock { $0 = $0 ?? ending }
            isOver.open()
        }
        let task = Task(executorPreference: executor) {
            do {
                try await body()
                finish(.returned)
            } catch {
                finish(.failed(error))
            }
        }
        let limits = Guarded([TimeLimit(limit) { finish(.overran(limit)) }])
        await withTaskCancellationHandler {
            await isOver.wait()
        } onCancel: {
            task.cancel()
            limits.withLock { $0.append(TimeLimit(grace) { finish(.overran(grace)) }) }
        }
        limits.withLock { $0 = [] }
        switch end.withLock({ $0 }) {
        case .overran(let limit):
            task.cancel()
            return .overran(limit)
        case let end:
            // A task that has ended holds neither the code nor its task-local values.
            await task.value
            return end ?? .returned
        }
    }
}

/// Something that happens after a time, unless this value is released before.
final class TimeLimit: @unchecked Sendable {
    // Sound: Dispatch's objects may be used from any thread.
    // A source is released when it is cancelled; a block to be run later would stay in memory until its time.
    private let timer: any DispatchSourceTimer
    private static let queue = DispatchQueue(label: "ioc.time-limit")

    init(_ time: Duration, _ body: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: Self.queue)
        timer.schedule(deadline: .now() + time.dispatchInterval)
        timer.setEventHandler(handler: body)
        timer.activate()
    }

    deinit { timer.cancel() }
}

extension Latch {
    /// Waits until it is opened, or a time is over.
    func wait(atMost time: Duration) async {
        let limit = TimeLimit(time) { self.open() }
        await wait()
        withExtendedLifetime(limit) {}
    }
}

extension Task where Failure == any Error {
    /// Waits for the value; where the waiting task is cancelled, so is this one.
    nonisolated(nonsending) func awaited() async throws -> Success {
        try await withTaskCancellationHandler {
            try await value
        } onCancel: {
            cancel()
        }
    }
}

extension Result where Failure == any Error {
    /// The outcome of an operation.
    init(_ operation: () async throws -> Success) async {
        do {
            self = .success(try await operation())
        } catch {
            self = .failure(error)
        }
    }
}

/// A service at work.
final class ServiceRun: Sendable {
    private struct State {
        var isAskedToEnd = false
        /// True if it ended before anybody asked.
        var endedUnasked = false
        var task: Task<Void, any Error>?
    }

    private let state = Guarded(State())
    private let begun = Latch()

    /// - Parameters:
    ///   - body: The service's `run()`.
    ///   - atEnd: Called when it has ended without being asked to.
    init(_ body: @escaping @Sendable () async throws -> Void, atEnd: @escaping @Sendable () -> Void) {
        // Unstructured, so that one that does not end can be abandoned.
        let task = Task(executorPreference: LaneExecutor()) {
            defer { if self.hasEnded() { atEnd() } }
            self.begun.open()
            try await body()
        }
        state.withLock { $0.task = task }
    }

    private func hasEnded() -> Bool {
        state.withLock { state in
            state.endedUnasked = !state.isAskedToEnd
            return state.endedUnasked
        }
    }

    /// A Boolean value that indicates whether it has ended without being asked to.
    var endedUnasked: Bool { state.withLock(\.endedUnasked) }

    /// Waits until its `run()` is at work.
    func hasBegun() async { await begun.wait() }

    /// Asks it to end, by cancelling its task.
    func askToEnd() {
        let task = state.withLock { state in
            state.isAskedToEnd = true
            return state.task
        }
        task?.cancel()
    }

    /// Waits for the end.
    /// - Throws: The error of the service.
    func end() async throws { try await state.withLock(\.task)?.value }
}
