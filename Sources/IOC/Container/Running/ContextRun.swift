import IOCBase

/// A run: it goes on when its context is replaced, and ends once for all of them.
final class ContextRun: Sendable {
    /// What ends it.
    let request = ShutdownRequest()

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
        state.withLock { $0.next = next }
    }

    /// Goes on with another context, while the one before stops.
    func goOn(with next: ApplicationContext) {
        state.withLock { state in
            state.retiring.append(state.latest)
            state.latest = next
            state.next = nil
        }
    }

    /// Forgets a context that was replaced and has stopped.
    func hasStopped(_ context: ApplicationContext) {
        state.withLock { state in state.retiring.removeAll { $0.core === context.core } }
    }

    /// The contexts that are to be stopped, and awaited, when the run ends.
    var contexts: [ApplicationContext] {
        state.withLock { state in state.retiring + [state.latest] + [state.next].compactMap(\.self) }
    }
}
