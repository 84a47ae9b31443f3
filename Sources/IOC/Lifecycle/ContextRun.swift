import IOCBase
import IOCModel

/// Something that the operator of a program should know.
enum RunNote: Sendable {
    /// Everything has started, and these services are ready.
    case ready([String])
    /// A service has returned by itself after a time, and the run ends for it.
    case returned(String, after: Duration)
    /// A context that was replaced has not stopped well.
    case notStopped(IOCError)

    /// The note in one line; nil for one that only a program words.
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
    /// The seconds with two digits.
    var rounded: String { "\((seconds * 100).rounded() / 100) s" }
}

/// A run: it continues when its context is replaced, and ends once for all of them.
final class ContextRun: Sendable {
    /// Opens when the run is to end.
    let request = Latch()
    /// Takes what the operator of the program should know.
    let note: @Sendable (RunNote) -> Void

    private let state: Guarded<(latest: ApplicationContext, all: [ApplicationContext])>
    private let hasBeenReady = Latch()

    init(_ context: ApplicationContext, note: @escaping @Sendable (RunNote) -> Void) {
        self.note = note
        state = Guarded((context, [context]))
    }

    /// Notes, once, that everything has started.
    func noteReady(_ services: [String]) { if hasBeenReady.open() { note(.ready(services)) } }

    /// Ends the run, and a start that is under way.
    @Sendable func end() {
        request.open()
        latest.core.lifecycle.callOffStart()
    }

    /// The components that are being started or stopped; nil if there are none.
    var busy: String? {
        let busy = contexts.lazy.map { $0.core.lifecycle.busy.withLock(\.self) }
        return busy.first { !$0.isEmpty }?.joined(separator: ", ")
    }

    /// The context that runs now.
    var latest: ApplicationContext { state.withLock(\.latest) }

    /// The contexts that are to be stopped, and awaited, when the run ends: those that were replaced and have not stopped yet,
    /// the latest, and the one that is to replace it, while that starts.
    var contexts: [ApplicationContext] { state.withLock(\.all) }

    /// Notes a context that is to replace the one that runs.
    func expect(_ next: ApplicationContext) { state.withLock { $0.all.append(next) } }

    /// Continues with another context, while the one before stops.
    func goOn(with next: ApplicationContext) {
        state.withLock { state in
            state.latest = next
            if !state.all.contains(where: { $0 === next }) { state.all.append(next) }
        }
    }

    /// Forgets a context that has stopped, or that doesn't replace the one that runs.
    func forget(_ context: ApplicationContext) {
        let former = state.withLock { state in
            let rest = state.all.filter { $0.core !== context.core || $0.core === state.latest.core }
            return exchange(&state.all, with: rest)
        }
        withExtendedLifetime(former) {}
    }
}

/// The contexts that replace each other: one after another is reloaded, and a question to an old one means the latest.
final class ReloadChain: Sendable {
    private struct State {
        /// Held by its users, as any context is.
        weak var latest: ApplicationContext?
        /// Opens when the reload that was requested last is over.
        var last: Latch?
    }

    private let state = Guarded(State())

    /// The context that replaced all before it; nil if none was replaced, or nothing keeps it.
    var latest: ApplicationContext? {
        get { state.withLock { $0.latest } }
        set { state.withLock { $0.latest = newValue } }
    }

    /// Waits until the reloads that were requested before are over.
    /// - Returns: A latch to open when this one is over.
    func turn() async -> Latch {
        let turn = Latch()
        let before = state.withLock { exchange(&$0.last, with: turn) }
        await before?.wait()
        return turn
    }
}
