import IOCBase

/// Something that opens once, and that many may wait for.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    var isOpen: Bool { state.withLock(\.isOpen) }

    /// - Returns: True if this call has opened it.
    @discardableResult
    func open() -> Bool {
        let (isFirst, waiters) = state.withLock { state in
            defer {
                state.isOpen = true
                state.waiters = []
            }
            return (!state.isOpen, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return isFirst
    }

    /// Waits until it is open; a cancellation does not end the wait.
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
