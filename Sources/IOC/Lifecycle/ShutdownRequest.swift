import IOCBase

/// The one thing a run waits for: somebody's wish that it end.
final class ShutdownRequest: Sendable {
    private struct State {
        var isMade = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    var isMade: Bool { state.withLock(\.isMade) }

    /// - Returns: Whether this call was the first.
    @discardableResult
    func make() -> Bool {
        let (isFirst, waiters) = state.withLock { state in
            defer {
                state.isMade = true
                state.waiters = []
            }
            return (!state.isMade, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return isFirst
    }

    /// Waits until somebody has made it.
    func wait() async {
        await withCheckedContinuation { waiter in
            let isMade = state.withLock { state in
                if !state.isMade { state.waiters.append(waiter) }
                return state.isMade
            }
            if isMade { waiter.resume() }
        }
    }
}
