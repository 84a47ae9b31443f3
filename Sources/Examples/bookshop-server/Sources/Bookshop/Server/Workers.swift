import IOC
import Web

/// Runs requests, and other work that waits for the disk.
@Component
final class Workers {
    let executor = WorkerExecutor("bookshop.workers")
}
