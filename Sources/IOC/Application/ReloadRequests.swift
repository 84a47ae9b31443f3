import IOCBase
import IOCConfiguration

/// The reloads of a run: by signals, and by changes of its files where its configuration says so.
final class ReloadRequests: Sendable {
    private let run: ContextRun
    private let told: @Sendable (Result<Reloaded, any Error>) -> Void
    private let state = Guarded(State())

    private struct State {
        var isAsked = false
        /// The last report, so that a file that stays broken is reported once.
        var refusal: String?
        var calls: CoalescedCalls?
        var watch: FileWatch?
        var hasEnded = false
    }

    init(_ run: ContextRun, _ told: @escaping @Sendable (Result<Reloaded, any Error>) -> Void) {
        self.run = run
        self.told = told
        let calls = CoalescedCalls { [self] in await answer() }
        state.withLock { $0.calls = calls }
    }

    /// Watches files from now on; what has changed by now is looked at as well.
    @Sendable func begin() {
        guard isWatching else { return }
        follow([])
        state.withLock { $0.calls }?.call()
    }

    private var isWatching: Bool { (run.latest.core.recipe?.original.reload ?? .signal) != .signal }

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
            try await run.latest.reloaded(isAsked ? .asked : .changed) { [self] in follow($0) }
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
        if isNews { told(result) }
        follow(nil)
    }

    /// Watches files if the configuration that runs says so.
    /// - Parameter files: The files that it was looked for in; nil for those that are watched.
    private func follow(_ files: [String]?) {
        let isWatching = isWatching
        let (watch, former, calls) = state.withLock { state -> (FileWatch?, FileWatch?, CoalescedCalls?) in
            guard isWatching, !state.hasEnded, let calls = state.calls else {
                return (nil, state.watch.take(), nil)
            }
            if let watch = state.watch { return (watch, nil, calls) }
            let watch = FileWatch { calls.call() }
            state.watch = watch
            return (watch, nil, calls)
        }
        former?.end()
        guard let watch, let files else { return }
        // Changes from before it was watched are looked at once more.
        if watch.follow(files) { calls?.call() }
    }
}
