import IOCBase

/// A run: it goes on when its context is replaced, and ends once for all of them.
final class ContextRun: Sendable {
    /// Opens when the run is to end.
    let request = Latch()

    private struct State {
        var latest: ApplicationContext
        /// The one that is to replace it, while that starts.
        var next: ApplicationContext?
        /// The contexts that were replaced and have not stopped yet.
        var retiring: [ApplicationContext] = []
    }

    private let state: Guarded<State>

    init(_ context: ApplicationContext) { state = Guarded(State(latest: context)) }

    /// The context that runs now.
    var latest: ApplicationContext { state.withLock { $0.latest } }

    /// Knows of a context that is to replace the one that runs, or of none any more.
    func expect(_ next: ApplicationContext?) {
        let former = state.withLock { exchange(&$0.next, with: next) }
        withExtendedLifetime(former) {}
    }

    /// Goes on with another context, while the one before stops.
    func goOn(with next: ApplicationContext) {
        let former = state.withLock { state in
            state.retiring.append(state.latest)
            state.latest = next
            return state.next.take()
        }
        withExtendedLifetime(former) {}
    }

    /// Forgets a context that was replaced and has stopped.
    func forget(_ context: ApplicationContext) {
        let former = state.withLock { state in
            let former = state.retiring
            state.retiring.removeAll { $0.core === context.core }
            return former
        }
        withExtendedLifetime(former) {}
    }

    /// The contexts that are to be stopped, and awaited, when the run ends.
    var contexts: [ApplicationContext] {
        state.withLock { state in state.retiring + [state.latest] + [state.next].compactMap(\.self) }
    }
}

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
