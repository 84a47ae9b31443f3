import IOCBase

/// The contexts that replace each other: one after another is reloaded, and a question to an old one means the latest.
final class ReloadChain: Sendable {
    private struct State {
        /// Held by its users, as any context is.
        weak var latest: ApplicationContext?
        var isBusy = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    /// The context that replaced all before it; nil where none was replaced, or nothing keeps it.
    var latest: ApplicationContext? {
        get { state.withLock { $0.latest } }
        set { state.withLock { $0.latest = newValue } }
    }

    /// True if a reload has its turn.
    var isBusy: Bool { state.withLock(\.isBusy) }

    /// Waits for the turn to reload; give it back with ``leave()``.
    func enter() async {
        await withCheckedContinuation { waiter in
            let isFree = state.withLock { state in
                if state.isBusy { state.waiting.append(waiter) }
                defer { state.isBusy = true }
                return !state.isBusy
            }
            if isFree { waiter.resume() }
        }
    }

    /// Lets the next one have its turn.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isBusy = false
            return nil
        }
        next?.resume()
    }
}
