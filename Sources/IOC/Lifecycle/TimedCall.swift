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
