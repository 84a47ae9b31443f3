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
    ///   - limit: The time to wait for it.
    ///   - grace: The time to wait for it once the caller is cancelled.
    static func run(
        limit: Duration, grace: Duration, _ body: @escaping @Sendable () async throws -> Void
    ) async -> End {
        let isOver = Latch()
        let end = Guarded<End?>(nil)
        // The first end counts.
        let finish: @Sendable (End) -> Void = { ending in
            end.withLock { $0 = $0 ?? ending }
            isOver.open()
        }
        // On threads of its own, with nothing else that could be in its way.
        let task = Task(executorPreference: LaneExecutor()) {
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
        let ending = end.withLock { $0 } ?? .returned
        // A task that has ended holds neither the code nor its task-local values.
        if case .overran = ending { task.cancel() } else { await task.value }
        return ending
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

    /// The error of an operation that has failed.
    var failure: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

/// A service at work.
struct ServiceRun: Sendable {
    /// Its `run()`, which is asked to end by a cancellation. It is unstructured, so that one that does not end can be abandoned.
    let task: Task<Void, any Error>
    /// Opens when its `run()` is at work.
    let begin = Latch()
    /// Opens if it ends without being asked to.
    let endUnasked = Latch()

    /// - Parameters:
    ///   - body: The service's `run()`.
    ///   - atEnd: Called when it has ended without being asked to.
    init(_ body: @escaping @Sendable () async throws -> Void, atEnd: @escaping @Sendable () -> Void) {
        task = Task(executorPreference: LaneExecutor()) { [begin, endUnasked] in
            defer {
                if !Task.isCancelled {
                    endUnasked.open()
                    atEnd()
                }
            }
            begin.open()
            try await body()
        }
    }
}
