import Dispatch

/// Runs a task on a thread that it shares with nobody.
///
/// A component that blocks its thread so blocks itself alone: the threads that all other tasks share are few.
final class QueueExecutor: TaskExecutor {
    // A serial queue always gets a thread, however many are blocked; a concurrent one waits for a free one.
    private let queue: DispatchQueue

    init(_ name: String) {
        queue = DispatchQueue(label: "ioc.\(name)")
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
