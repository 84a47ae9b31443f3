import IOCBase
import IOCModel

/// Something that the operator of a program should know.
enum RunNote: Sendable {
    /// Everything has started, and these services are ready.
    case ready([String])
    /// A service has returned by itself after a time, so the run ends.
    case returned(String, after: Duration)
    /// Stopping a replaced context has failed.
    case notStopped(IOCError)

    /// The note in one line; nil for `ready`, whose text comes from the program.
    var line: String? {
        switch self {
        case .ready: nil
        case .returned(let name, let time):
            ShownText.line("\(name) returned from run() after \(time.rounded), so the program ends")
        case .notStopped(let error): "the context that was replaced did not stop well: \(error.line)"
        }
    }
}

extension IOCError {
    /// All faults with their causes in one line.
    var line: String {
        ShownText.line(
            faults.map { $0.headline + ($0.cause.map { " (\($0))" } ?? "") }.joined(separator: "; "))
    }
}

extension Duration {
    /// The duration in seconds with two decimals.
    var rounded: String { "\((seconds * 100).rounded() / 100) s" }
}

/// A run of a program. It continues when its context is replaced, and ends with the last context.
final class ContextRun: Sendable {
    /// Opens when the run is to end.
    let request = Latch()
    /// Receives notes for the operator of the program.
    let note: @Sendable (RunNote) -> Void

    private let state: Guarded<(latest: ApplicationContext, all: [ApplicationContext])>
    private let hasBeenReady = Latch()

    init(_ context: ApplicationContext, note: @escaping @Sendable (RunNote) -> Void) {
        self.note = note
        state = Guarded((context, [context]))
    }

    /// Reports, only once, that everything has started.
    func noteReady(_ services: [String]) { if hasBeenReady.open() { note(.ready(services)) } }

    /// Ends the run, and cancels a start in progress.
    @Sendable func end() {
        request.open()
        latest.core.lifecycle.callOffStart()
    }

    /// The names of the components that are being started or stopped; nil if there are none.
    var busy: String? {
        let busy = contexts.lazy.map { $0.core.lifecycle.busy.withLock(\.self) }
        return busy.first { !$0.isEmpty }?.joined(separator: ", ")
    }

    /// The context that runs now.
    var latest: ApplicationContext { state.withLock(\.latest) }

    /// The contexts that the end of the run has to stop and await: replaced contexts that have not stopped yet, the
    /// latest context, and a context that is starting to replace it.
    var contexts: [ApplicationContext] { state.withLock(\.all) }

    /// Adds a context that is starting to replace the latest one.
    func expect(_ next: ApplicationContext) { state.withLock { $0.all.append(next) } }

    /// Continues with another context, while the previous one stops.
    func continueRun(with next: ApplicationContext) {
        state.withLock { state in
            state.latest = next
            if !state.all.contains(where: { $0 === next }) { state.all.append(next) }
        }
    }

    /// Removes a context that has stopped, or that was not able to replace the latest one.
    func forget(_ context: ApplicationContext) {
        let former = state.withLock { state in
            let rest = state.all.filter { $0.core !== context.core || $0.core === state.latest.core }
            return exchange(&state.all, with: rest)
        }
        withExtendedLifetime(former) {}
    }
}

/// The contexts that replace each other by reloads. A reload of a replaced context reloads the latest one.
final class ReloadChain: Sendable {
    private struct State {
        /// Weak, because the program retains the context.
        weak var latest: ApplicationContext?
        /// Opens when the last requested reload has ended.
        var last: Latch?
    }

    private let state = Guarded(State())

    /// The latest replacement; nil if no context was replaced, or if the replacement was released.
    var latest: ApplicationContext? {
        get { state.withLock { $0.latest } }
        set { state.withLock { $0.latest = newValue } }
    }

    /// Waits until all reloads that were requested before have ended.
    /// - Returns: A latch to open when the caller's reload has ended.
    func turn() async -> Latch {
        let turn = Latch()
        let before = state.withLock { exchange(&$0.last, with: turn) }
        await before?.wait()
        return turn
    }
}
