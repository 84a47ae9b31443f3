import IOCBase
import IOCConfiguration

/// The reloads of a run: by signals, and by changes of its files where its configuration says so.
final class ReloadRequests: Sendable {
    private let run: ContextRun
    private let report: @Sendable (Result<Reloaded, any Error>) -> Void
    private let state = Guarded(State())

    private struct State {
        var isAsked = false
        /// The last report, so that a file that stays broken is reported once.
        var refusal: String?
        var calls: CoalescedCalls?
        var watch: FileWatch?
        var hasEnded = false
    }

    init(_ run: ContextRun, _ report: @escaping @Sendable (Result<Reloaded, any Error>) -> Void) {
        self.run = run
        self.report = report
        let calls = CoalescedCalls { [self] in await answer() }
        state.withLock { $0.calls = calls }
    }

    /// Watches files from now on, if the configuration says so.
    @Sendable func begin() { watch(nil) }

    /// Asks for a reload, whether files have changed or not.
    @Sendable func ask() {
        let calls = state.withLock { state in
            state.isAsked = true
            return state.calls
        }
        calls?.call()
    }

    /// Hears nothing any more.
    func end() {
        let (calls, watch) = state.withLock { state in
            state.hasEnded = true
            return (state.calls.take(), state.watch.take())
        }
        watch?.end()
        withExtendedLifetime(calls) {}
    }

    private func answer() async {
        let (isAsked, hasEnded) = state.withLock { (exchange(&$0.isAsked, with: false), $0.hasEnded) }
        if hasEnded { return }
        let result = await Result {
            try await run.latest.reloaded(isAsked ? .asked : .changed) { [self] in watch($0) }
        }
        if run.request.isOpen, !isAsked { return }
        let isNews = state.withLock { state in
            switch result {
            case .success(let reloaded):
                let hadRefusal = state.refusal.take() != nil
                return isAsked || hadRefusal || reloaded.isNew || reloaded.changes != nil
            case .failure(let error):
                let text = "\(error)"
                return exchange(&state.refusal, with: text) != text || isAsked
            }
        }
        if isNews { report(result) }
        watch(nil)
    }

    /// Watches files if the configuration that runs says so.
    /// - Parameter stamps: The files as they were when they were read; nil for those that are watched.
    private func watch(_ stamps: [String: FileStamp]?) {
        let isWatching = (run.latest.core.source?.configuration.reload ?? .signal) != .signal
        let former = state.withLock { state -> FileWatch? in
            guard isWatching, !state.hasEnded, let calls = state.calls else { return state.watch.take() }
            let watch = state.watch ?? FileWatch { calls.call() }
            state.watch = watch
            if let stamps { watch.follow(stamps) }
            return nil
        }
        former?.end()
    }
}
