import IOCBase

@testable import IOC

/// What happened, in the order it happened: a value in the configuration's place for observers, and a test's own log.
final class LifecycleRecorder: ContextObserver {
    private let lines = Guarded<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    func handle(_ event: ContextEvent) {
        guard event.kind != .made, event.kind != .injected else { return }
        let name = event.component.split(separator: ".").last ?? ""
        note("\(event.kind) \(name)")
    }

    var all: [String] { lines.withLock { $0 } }
}

struct LifecycleTestError: Error {}

/// Opens once; whoever waits goes on then, whether its task is cancelled or not.
final class LifecycleLatch: Sendable {
    private let state = Guarded<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    var isOpen: Bool { state.withLock(\.isOpen) }

    func open() {
        let waiters = state.withLock { state in
            defer { state = (true, []) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(waiter) }
                return state.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }
}

/// Waits until the task is cancelled.
func untilCancelled() async throws {
    let (stream, end) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(end) {}
    try Task.checkCancellation()
}
