import Dispatch

/// An executor that runs requests on threads of Dispatch, which starts more threads if some block.
///
/// Requests sometimes wait for the disk. Swift has only as many threads as there are processors, and the whole program
/// shares them, so requests don't run there. The number of database connections limits how many requests block at once.
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
