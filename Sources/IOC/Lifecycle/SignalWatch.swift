import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Hears SIGTERM and SIGINT while a context runs: the first asks it to end, the second ends the process at once.
final class SignalWatch: Sendable {
    private static let names = [SIGTERM: "SIGTERM", SIGINT: "SIGINT"]

    private struct Source: @unchecked Sendable {
        // Sound: Dispatch's objects may be used from any thread.
        let signal: any DispatchSourceSignal
        let number: Int32
        /// What the signal did before.
        let before: sigaction
    }

    private let sources: [Source]

    /// - Parameters:
    ///   - first: Called for the first signal.
    ///   - busy: The component that a second one does not wait for.
    init(first: @escaping @Sendable () -> Void, busy: @escaping @Sendable () -> String?) {
        let queue = DispatchQueue(label: "ioc.signals")
        let wasAsked = OnceFlag()
        sources = Self.names.map { number, name in
            var before = sigaction()
            sigaction(number, nil, &before)
            #if canImport(Darwin)
            signal(number, SIG_IGN)
            #endif
            let source = Source(
                signal: DispatchSource.makeSignalSource(signal: number, queue: queue), number: number, before: before)
            source.signal.setEventHandler {
                // Signals that arrive together are told in one event.
                var rest = source.signal.data
                if wasAsked.set() {
                    first()
                    rest -= 1
                }
                if rest > 0 { Self.endProcess(number, name, busy()) }
            }
            source.signal.activate()
            return source
        }
    }

    /// Stops listening; a later signal does what it did before.
    func end() {
        for source in sources {
            source.signal.cancel()
            var before = source.before
            sigaction(source.number, &before, nil)
        }
    }

    /// Ends the process as a shell would report it for the signal: with 128 and its number.
    private static func endProcess(_ number: Int32, _ name: String, _ busy: String?) -> Never {
        let waited = busy.map { " without waiting for \($0)" } ?? ""
        var text = "ioc: \(name) came while stopping; the process ends at once\(waited)\n"
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        _exit(128 + number)
    }
}
