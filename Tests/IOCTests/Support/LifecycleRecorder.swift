import IOC
import IOCBase

/// What happened, in the order it happened: a value in the configuration's place for observers, and a test's own log.
final class LifecycleRecorder: ContextObserver {
    private let lines = Guarded<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    func handle(_ event: ContextEvent) {
        guard ![.made, .injected, .ready].contains(event.kind) else { return }
        let name = event.component.split(separator: ".").last ?? ""
        note("\(event.kind) \(name)")
    }

    var all: [String] { lines.withLock { $0 } }
}
