import IOC
import Web

/// Where requests and everything else that waits for the disk run.
@Component
final class Workers {
    let executor = WorkerExecutor("bookshop.workers")
}
