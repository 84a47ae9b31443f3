import Dispatch
import IOCBase

/// Receives SIGTERM and SIGINT for the runs of this process, beginning with the first run, and SIGHUP beginning with
/// the first run that reloads.
///
/// A process has only one action for each signal, so all runs share this type.
enum SignalWatch {
    private struct State {
        /// The runs that signals end, each with its closure for SIGHUP.
        var listeners: [(run: ContextRun, hangUp: (@Sendable () -> Void)?)] = []
        /// The time of the first signal that these runs have received; nil before it.
        var asked: ContinuousClock.Instant?
    }

    private static let queue = DispatchQueue(label: "ioc.signals")
    private static let state = Guarded(State())
    // Sound: Dispatch's objects may be used from any thread.
    /// The sources of the signals that end a run. They are created on first use.
    nonisolated(unsafe) private static let ends = [SIGTERM, SIGINT].map(source)
    /// The source of the signal that reloads. It is created on first use.
    nonisolated(unsafe) private static let hangUp = source(of: SIGHUP)

    /// Starts listening to a signal.
    private static func source(of number: Int32) -> any DispatchSourceSignal {
        #if canImport(Darwin)
        signal(number, SIG_IGN)
        #endif
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        let isListening = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isListening.signal() }
        // Signals that arrive together are one event, and count once.
        source.setEventHandler { hear(number) }
        source.activate()
        // Wait, because until the source listens, a signal ends the process.
        isListening.wait()
        return source
    }

    /// Lets signals end a run.
    /// - Parameter hangUp: A closure to call for each SIGHUP; nil if SIGHUP reloads nothing.
    static func add(_ run: ContextRun, hangUp: (@Sendable () -> Void)?) {
        _ = ends
        if hangUp != nil { _ = Self.hangUp }
        state.withLock { $0.listeners.append((run, hangUp)) }
    }

    static func remove(_ run: ContextRun) {
        state.withLock { state in
            state.listeners.removeAll { $0.run === run }
            if state.listeners.isEmpty { state.asked = nil }
        }
    }

    private static func hear(_ number: Int32) {
        let listeners = state.withLock(\.listeners)
        if number == SIGHUP {
            let hangUps = listeners.compactMap(\.hangUp)
            guard !hangUps.isEmpty else { endBySignal(number) }
            for hangUp in hangUps { hangUp() }
            return
        }
        guard !listeners.isEmpty else { endBySignal(number) }
        for (run, _) in listeners { run.end() }
        let asked = state.withLock { state in
            defer { state.asked = state.asked ?? .now }
            return state.asked
        }
        // A tool that ends a program, such as `timeout`, may signal both the process and its group. That is one
        // request.
        guard let asked, asked.duration(to: .now) >= .milliseconds(500) else { return }
        endProcess(number, listeners.lazy.compactMap(\.run.busy).first)
    }

    /// Performs the default action of the signal.
    private static func endBySignal(_ number: Int32) -> Never {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        _exit(128 + number)
    }

    /// Ends the process with the exit code that a shell reports for the signal: 128 plus its number.
    private static func endProcess(_ number: Int32, _ busy: String?) -> Never {
        let name = number == SIGTERM ? "SIGTERM" : "SIGINT"
        let waited = busy.map { " without waiting for \($0)" } ?? ""
        ProcessOutput.complain("ioc: \(name) came while stopping; the process ends at once\(waited)")
        _exit(128 + number)
    }
}
