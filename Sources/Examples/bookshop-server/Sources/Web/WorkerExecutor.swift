import Dispatch

/// Runs requests on Dispatch's threads, of which it starts more when some block.
///
/// A request's code waits for the disk in places. Swift's own threads are as few as the processors, and everything else in
/// the program shares them, so none of that happens there. How many block at once is bounded by the database connections.
package final class WorkerExecutor: TaskExecutor {
    private let queue: DispatchQueue

    package init(_ name: String) {
        queue = DispatchQueue(label: name, attributes: .concurrent)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
