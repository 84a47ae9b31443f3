import Dispatch

/// Runs each job on a thread of its own, so that a task can block without holding up the other tasks.
final class OwnThread: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A serial queue always gets a thread.
        DispatchQueue(label: "own thread").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
