import Dispatch
import IOCBase

/// One call of a component's own code with a time limit.
final class TimedCall: Sendable {
    /// The error of a call that has exceeded its time limit.
    struct Overrun: Error {
        let limit: Duration
    }

    private let isOver = Latch()
    private let state = Guarded<(end: Result<Void, any Error>?, isClaimed: Bool)>((nil, false))

    private init() {}

    /// Runs `body`, and waits for its end or until the time is up.
    ///
    /// When the time is up, the caller continues, even if the code ignores cancellation or blocks its thread. The call
    /// is then abandoned: cancelled, and no longer awaited.
    /// - Parameters:
    ///   - limit: The time limit.
    ///   - grace: The time limit that begins when the caller is cancelled.
    /// - Throws: The error of the code, or ``Overrun``.
    static func run(
        limit: Duration, grace: Duration, _ body: @escaping @Sendable (TimedCall) async throws -> Void
    ) async throws {
        let call = TimedCall()
        // The task has its own threads, so that no other work can delay it.
        let task = Task(executorPreference: LaneExecutor()) {
            let result = await Result { try await body(call) }
            call.finish(result)
        }
        let limits = Guarded([TimeLimit(limit) { call.finish(.failure(Overrun(limit: limit))) }])
        await withTaskCancellationHandler {
            await call.isOver.wait()
        } onCancel: {
            task.cancel()
            limits.withLock { $0.append(TimeLimit(grace) { call.finish(.failure(Overrun(limit: grace))) }) }
        }
        limits.withLock { $0 = [] }
        let end = call.state.withLock(\.end)
        // Unless the call is abandoned, wait for the task to end. Only then has it released the code and its task-local
        // values.
        if end?.failure is Overrun { task.cancel() } else { await task.value }
        try end?.get()
    }

    /// Claims the rest of the call: from now on the caller waits for it regardless of the time limits.
    /// - Returns: False if the call was abandoned before. Then the caller must not use anything that the call has
    ///   created.
    func claim() -> Bool {
        state.withLock { state in
            if state.end == nil { state.isClaimed = true }
            return state.isClaimed
        }
    }

    /// Records the end of the call. Only the first end counts. An overrun of a claimed call is ignored.
    private func finish(_ end: Result<Void, any Error>) {
        let hasEnded = state.withLock { state in
            if state.isClaimed, end.failure is Overrun { return state.end != nil }
            state.end = state.end ?? end
            return true
        }
        if hasEnded { isOver.open() }
    }
}

/// A closure that runs after a time, unless this value is released before.
final class TimeLimit: @unchecked Sendable {
    // Sound: Dispatch's objects may be used from any thread.
    // This is a timer source, because a delayed block would stay in memory until its time.
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

extension Result where Failure == any Error {
    /// Runs an operation and keeps its outcome.
    init(_ operation: () async throws -> Success) async {
        do {
            self = .success(try await operation())
        } catch {
            self = .failure(error)
        }
    }

    /// The error of an operation that has failed; nil after a success.
    var failure: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

extension Sequence where Element: Sendable {
    /// Calls `body` for all elements concurrently.
    /// - Returns: All faults.
    func sideBySide(_ body: @escaping @Sendable (Element) async -> [Fault]) async -> [Fault] {
        await withTaskGroup(of: [Fault].self) { group in
            for element in self { group.addTask { await body(element) } }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }
}
