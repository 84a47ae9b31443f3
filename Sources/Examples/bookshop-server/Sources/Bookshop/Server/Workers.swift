import IOC
import Web

/// Where requests and everything else that waits for the disk run.
final class Workers: IOCComponent {
    let executor = WorkerExecutor("bookshop.workers")
}
