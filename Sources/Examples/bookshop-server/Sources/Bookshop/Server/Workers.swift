import IOC
import Web

/// The threads for requests, and for other work that waits for the disk.
@Component
final class Workers {
    let executor = WorkerExecutor("bookshop.workers")
}
