import Dispatch
import IOCBase

/// Hears SIGTERM and SIGINT for the runs of this process, from the first run on, and SIGHUP from the first one that reloads.
///
/// A signal's action belongs to the process, and Dispatch sets it up once; hence the one watch for all runs.
final class SignalWatch: Sendable {
    static let process = SignalWatch()

    /// A run that a signal ends.
    final class Listener: Sendable {
        fileprivate let first: @Sendable () -> Void
        fileprivate let busy: @Sendable () -> String?
        /// The time of the first signal.
        fileprivate let asked = Guarded<ContinuousClock.Instant?>(nil)
        fileprivate let hangUp: (@Sendable () -> Void)?

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

    /// The meaning of a signal to a run.
    enum Meaning: Equatable {
        case first, second
        /// The first one once more: who ends a program, such as `timeout`, may signal the process and its group.
        case repeated
    }

    private struct Source: @unchecked Sendable {
        // Sound: Dispatch's objects may be used from any thread.
        let signal: any DispatchSourceSignal
    }

    private let sources: Guarded<[Int32: Source]>
    private let queue = DispatchQueue(label: "ioc.signals")
    private let listeners: Guarded<[Listener]>

    private init() {
        listeners = Guarded([])
        sources = Guarded([:])
        for number in [SIGTERM, SIGINT] { watch(number) }
    }

    /// Has a signal heard from now on.
    private func watch(_ number: Int32) {
        let source = sources.withLock { sources -> Source? in
            guard sources[number] == nil else { return nil }
            #if canImport(Darwin)
            signal(number, SIG_IGN)
            #endif
            let source = Source(signal: DispatchSource.makeSignalSource(signal: number, queue: queue))
            sources[number] = source
            return source
        }
        guard let source else { return }
        let isListening = DispatchSemaphore(value: 0)
        source.signal.setRegistrationHandler { isListening.signal() }
        // Signals that arrive together are one event, and count once.
        source.signal.setEventHandler { [unowned self] in hear(number) }
        source.signal.activate()
        // Until then a signal would end the process.
        isListening.wait()
    }

    func add(_ listener: Listener) {
        if listener.hangUp != nil { watch(SIGHUP) }
        listeners.withLock { $0.append(listener) }
    }

    func remove(_ listener: Listener) {
        listeners.withLock { $0.removeAll { $0 === listener } }
    }

    private func hear(_ number: Int32) {
        let listeners = listeners.withLock { $0 }
        guard !listeners.isEmpty else { Self.endBySignal(number) }
        if number == SIGHUP {
            let hangUps = listeners.compactMap(\.hangUp)
            guard !hangUps.isEmpty else { Self.endBySignal(number) }
            for hangUp in hangUps { hangUp() }
            return
        }
        var isSecond = false
        for listener in listeners {
            switch listener.hear(at: .now) {
            case .first: listener.first()
            case .repeated: break
            case .second: isSecond = true
            }
        }
        if isSecond { Self.endProcess(number, listeners.lazy.compactMap { $0.busy() }.first) }
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
        try? ProcessOutput.error.write("ioc: \(name) came while stopping; the process ends at once\(waited)\n")
        _exit(128 + number)
    }
}

extension SignalWatch.Listener {
    /// Signals within half a second of the first are the same request.
    func hear(at time: ContinuousClock.Instant) -> SignalWatch.Meaning {
        asked.withLock { first in
            if let first { return first.duration(to: time) < .milliseconds(500) ? .repeated : .second }
            first = time
            return .first
        }
    }
}
