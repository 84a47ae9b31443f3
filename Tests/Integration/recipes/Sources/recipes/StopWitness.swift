import IOC
import Synchronization

/// The number of requests that all servers have begun.
enum Work {
    static let begun = Atomic(0)
}

/// Observes whether the database was stopped.
final class StopWitness: ContextObserver {
    private let seen = Atomic(false)
    var isStopped: Bool { seen.load(ordering: .acquiring) }

    func handle(_ event: ContextEvent) {
        if event.component.hasSuffix("recipes.Database"), event.kind == .stopped {
            seen.store(true, ordering: .releasing)
        }
    }
}

/// Observes the client that is a service, and its dependents.
final class PostgresClientWitness: ContextObserver {
    private let seen = Mutex<[String]>([])
    var story: String { seen.withLock { $0.joined(separator: ", ") } }

    func handle(_ event: ContextEvent) {
        let name = event.component.split(separator: ".").last.map(String.init) ?? ""
        guard ["ShopDatabase", "Schema"].contains(name), [.started, .ready, .failed].contains(event.kind) else {
            return
        }
        seen.withLock { $0.append("\(name) \(event.kind)") }
    }
}
