import Dispatch
import IOCModel

/// Hears SIGTERM and SIGINT for the runs of this process, from the first run on, and SIGHUP from the first one that reloads.
///
/// A signal's action belongs to the process, and Dispatch sets it up once; hence the one watch for all runs.
enum SignalWatch {
    /// A run that a signal ends.
    final class Listener: Sendable {
        fileprivate let first: @Sendable () -> Void
        fileprivate let busy: @Sendable () -> String?
        fileprivate let hangUp: (@Sendable () -> Void)?
        /// The time of the first signal.
        fileprivate let asked = Guarded<ContinuousClock.Instant?>(nil)

        /// - Parameters:
        ///   - first: Called for the first signal.
        ///   - busy: The component that a second one does not wait for.
        ///   - hangUp: Called for each SIGHUP.
        init(
            first: @escaping @Sendable () -> Void, busy: @escaping @Sendable () -> String?,
            hangUp: (@Sendable () -> Void)? = nil
        ) {
            self.first = first
            self.busy = busy
            self.hangUp = hangUp
        }
    }

    private struct Source: @unchecked Sendable {
        // Sound: Dispatch's objects may be used from any thread.
        let signal: any DispatchSourceSignal
    }

    private static let queue = DispatchQueue(label: "ioc.signals")
    private static let listeners = Guarded<[Listener]>([])
    /// The sources of the signals that end a run, after its first use.
    private static let ends = [SIGTERM, SIGINT].map(source)
    /// The source of the signal that reloads, after its first use.
    private static let hangUp = source(of: SIGHUP)

    /// Has a signal heard from now on.
    private static func source(of number: Int32) -> Source {
        #if canImport(Darwin)
        signal(number, SIG_IGN)
        #endif
        let source = Source(signal: DispatchSource.makeSignalSource(signal: number, queue: queue))
        let isListening = DispatchSemaphore(value: 0)
        source.signal.setRegistrationHandler { isListening.signal() }
        // Signals that arrive together are one event, and count once.
        source.signal.setEventHandler { hear(number) }
        source.signal.activate()
        // Until then a signal would end the process.
        isListening.wait()
        return source
    }

    static func add(_ listener: Listener) {
        _ = ends
        if listener.hangUp != nil { _ = hangUp }
        listeners.withLock { $0.append(listener) }
    }

    static func remove(_ listener: Listener) {
        listeners.withLock { $0.removeAll { $0 === listener } }
    }

    private static func hear(_ number: Int32) {
        let listeners = listeners.withLock { $0 }
        if number == SIGHUP {
            let hangUps = listeners.compactMap(\.hangUp)
            guard !hangUps.isEmpty else { endBySignal(number) }
            for hangUp in hangUps { hangUp() }
            return
        }
        guard !listeners.isEmpty else { endBySignal(number) }
        var isSecond = false
        for listener in listeners {
            let first = listener.asked.withLock { asked in
                defer { asked = asked ?? .now }
                return asked
            }
            guard let first else {
                listener.first()
                continue
            }
            // Who ends a program, such as `timeout`, may signal the process and its group. That is one request.
            if first.duration(to: .now) >= .milliseconds(500) { isSecond = true }
        }
        if isSecond { endProcess(number, listeners.lazy.compactMap { $0.busy() }.first) }
    }

    /// Does what the signal does to a process that does not listen.
    private static func endBySignal(_ number: Int32) -> Never {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        _exit(128 + number)
    }

    /// Ends the process as a shell would report it for the signal: with 128 and its number.
    private static func endProcess(_ number: Int32, _ busy: String?) -> Never {
        let name = number == SIGTERM ? "SIGTERM" : "SIGINT"
        let waited = busy.map { " without waiting for \($0)" } ?? ""
        try? ProcessOutput.error.print("ioc: \(name) came while stopping; the process ends at once\(waited)\n")
        _exit(128 + number)
    }
}
