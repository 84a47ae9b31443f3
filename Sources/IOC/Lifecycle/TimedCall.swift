import Dispatch
import IOCBase

/// One call of a component's own code that has to end in time.
final class TimedCall: Sendable {
    /// The end of a call.
    enum End: Sendable {
        case returned
        case failed(any Error)
        case overran(Duration)
    }

    private let isOver = Latch()
    private let state = Guarded<(end: End?, isClaimed: Bool)>((nil, false))

    private init() {}

    /// Runs `body`, and waits for its end or until the time is up.
    ///
    /// The caller goes on when the time is up, even if the code ignores cancellation or blocks its thread. The call is then
    /// abandoned: cancelled, and left to itself.
    /// - Parameters:
    ///   - limit: The time to wait for it.
    ///   - grace: The time to wait for it once the caller is cancelled.
    static func run(
        limit: Duration, grace: Duration, _ body: @escaping @Sendable (TimedCall) async throws -> Void
    ) async -> End {
        let call = TimedCall()
        // On threads of its own, with nothing else that could be in its way.
        let task = Task(executorPreference: LaneExecutor()) {
            let result = await Result { try await body(call) }
            call.finish(result.failure.map(End.failed) ?? .returned)
        }
        let limits = Guarded([TimeLimit(limit) { call.finish(.overran(limit)) }])
        await withTaskCancellationHandler {
            await call.isOver.wait()
        } onCancel: {
            task.cancel()
            limits.withLock { $0.append(TimeLimit(grace) { call.finish(.overran(grace)) }) }
        }
        limits.withLock { $0 = [] }
        let end = call.state.withLock(\.end) ?? .returned
        // A task that has ended holds neither the code nor its task-local values.
        if case .overran = end { task.cancel() } else { await task.value }
        return end
    }

    /// Claims the rest of the call: from now on it is awaited, whatever its limits.
    /// - Returns: False if the call was given up before. Then nothing that it has made may be used.
    func claim() -> Bool {
        state.withLock { state in
            if state.end == nil { state.isClaimed = true }
            return state.isClaimed
        }
    }

    /// Ends the call. The first end counts.
    private func finish(_ end: End) {
        state.withLock { state in
            if state.isClaimed, case .overran = end { return }
            state.end = state.end ?? end
        }
        if state.withLock({ $0.end != nil }) { isOver.open() }
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

extension Result where Failure == any Error {
    /// The outcome of an operation.
    init(_ operation: () async throws -> Success) async {
        do {
            self = .success(try await operation())
        } catch {
            self = .failure(error)
        }
    }

    /// The error of an operation that has failed.
    var failure: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
