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
        if event.component.hasSuffix("Database"), event.kind == .stopped { seen.store(true, ordering: .releasing) }
    }
}
