import IOC
import IOCManagement

/// Records the time that it took to create, inject and start each component.
@Component
final class Timings: ContextObserver {
    let table = StartupTimings()

    func handle(_ event: ContextEvent) { table.handle(event) }
}
