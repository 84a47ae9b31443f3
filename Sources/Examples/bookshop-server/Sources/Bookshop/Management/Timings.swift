import IOC
import IOCManagement

/// Keeps how long each component took to make, inject and start.
@Component
final class Timings: ContextObserver {
    let table = StartupTimings()

    func handle(_ event: ContextEvent) { table.handle(event) }
}
