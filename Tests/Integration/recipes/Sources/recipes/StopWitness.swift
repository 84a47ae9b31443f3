import IOC
import Synchronization

/// How many requests were begun, by all servers.
enum Work {
    static let begun = Atomic(0)
}

/// Hears whether the database was stopped.
final class StopWitness: ContextObserver {
    private let seen = Atomic(false)
    var isStopped: Bool { seen.load(ordering: .acquiring) }

    func handle(_ event: ContextEvent) {
        if event.component.hasSuffix("recipes.Database"), event.kind == .stopped {
            seen.store(true, ordering: .releasing)
        }
    }
}

/// Hears what becomes of the client that is a service, and of those who start with it.
final class PostgresClientWitness: ContextObserver {
    private let told = Mutex<[String]>([])
    var story: String { told.withLock { $0.joined(separator: ", ") } }

    func handle(_ event: ContextEvent) {
        let name = event.component.split(separator: ".").last.map(String.init) ?? ""
        guard ["ShopDatabase", "Schema"].contains(name), [.started, .ready, .failed].contains(event.kind) else {
            return
        }
        told.withLock { $0.append("\(name) \(event.kind)") }
    }
}
