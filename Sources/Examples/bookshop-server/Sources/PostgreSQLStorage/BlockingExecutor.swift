import Dispatch

/// An executor that runs an actor with blocking calls on a thread of Dispatch. Swift has only as many threads as there
/// are processors, so blocking calls must not run on them.
final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ name: String) {
        queue = DispatchQueue(label: name)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
