import Dispatch

/// Runs an actor whose calls block, on a thread of Dispatch. Swift's own threads are as few as the processors, so such
/// calls must not wait there.
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
