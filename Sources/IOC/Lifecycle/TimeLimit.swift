import Dispatch

/// Something that happens after a time, unless nobody holds it any more.
final class TimeLimit: @unchecked Sendable {
    // Sound: Dispatch's objects may be used from any thread.
    // A source, as it goes when it is cancelled; a block to be run later would stay in memory until its time.
    private let timer: any DispatchSourceTimer

    init(_ time: Duration, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + time.dispatchInterval)
        timer.setEventHandler(handler: body)
        timer.activate()
    }

    deinit { timer.cancel() }
}

extension Latch {
    /// Waits until somebody has opened it, or a time is over.
    func wait(atMost time: Duration) async {
        let limit = TimeLimit(time, on: DispatchQueue(label: "ioc.time-limit")) { self.open() }
        await wait()
        withExtendedLifetime(limit) {}
    }
}
