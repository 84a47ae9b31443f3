import Synchronization

/// A latch that opens once. Any number of tasks can wait for it.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// - Returns: True if this call has opened it.
    @discardableResult
    func open() -> Bool {
        let (isFirst, waiters) = state.withLock { state in
            defer { state = State(isOpen: true) }
            return (!state.isOpen, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return isFirst
    }

    /// Waits until it is open. A cancellation does not end the wait.
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

/// A flag that is set once, by one of several threads.
final class OnceFlag: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }

    /// - Returns: True if this call has set it.
    @discardableResult
    func set() -> Bool {
        flag.withLock { flag in
            defer { flag = true }
            return !flag
        }
    }
}
