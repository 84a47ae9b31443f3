import IOC
import IOCManagement

/// An observer that records the time that it took to create, inject and start each component.
@Component
final class Timings: ContextObserver {
    let table = StartupTimings()

    func handle(_ event: ContextEvent) { table.handle(event) }
}
