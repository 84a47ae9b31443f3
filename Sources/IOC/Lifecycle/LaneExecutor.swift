import Dispatch
import IOCBase

/// Runs tasks and their child tasks on threads of its own.
///
/// If a component blocks its thread, it blocks only its own tasks, and not the few threads that all other tasks share.
/// A job that finds no idle thread gets a new one, up to the number of cores, so child tasks run in parallel as usual.
/// A thread that has no job for a moment ends.
final class LaneExecutor: TaskExecutor {
    private struct State {
        /// The jobs that no thread has taken yet, in the order of their arrival.
        var waiting: ArraySlice<UnownedJob> = []
        /// The number of threads that wait for a job, or that were woken or started for a job and have not taken it
        /// yet.
        var idle = 0
        /// The number of threads of this executor.
        var threads = 0
    }

    /// The number of cores. It is stored, because the system reads a file for it.
    static let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// The time for which an idle thread waits for a job.
    private static let patience = DispatchTimeInterval.milliseconds(20)

    private let state = Guarded(State())
    /// Is signaled once for each job.
    private let wake = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Everything happens under the lock, because the executor may be released as soon as another thread has run the
        // job.
        state.withLock { state in
            state.waiting.append(job)
            wake.signal()
            guard state.waiting.count > state.idle, state.threads < Self.width else { return }
            state.threads += 1
            state.idle += 1
            startThread()
        }
    }

    /// Runs jobs until this thread finds none for a moment.
    fileprivate func work() {
        while true {
            // A job may have arrived when the time was up, so only the list decides.
            _ = wake.wait(timeout: .now() + Self.patience)
            let job = state.withLock { state in
                let job = state.waiting.popFirst()
                state.idle -= 1
                if job == nil { state.threads -= 1 }
                return job
            }
            guard let job else { return }
            job.runSynchronously(on: asUnownedTaskExecutor())
            state.withLock { $0.idle += 1 }
        }
    }

    private func startThread() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        // The usual size of a main thread's stack. Some C libraries give other threads much less.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        let reference = Unmanaged.passRetained(self)
        #if canImport(Darwin)
        var thread: pthread_t?
        let isStarted = pthread_create(&thread, &attributes, { run($0) }, reference.toOpaque()) == 0
        #else
        var thread = pthread_t()
        let isStarted = pthread_create(&thread, &attributes, { $0.flatMap(run) }, reference.toOpaque()) == 0
        #endif
        if isStarted { return }
        // The system can't create another thread, but Dispatch may have an idle one.
        reference.release()
        DispatchQueue.global().async { self.work() }
    }
}

/// Runs a new thread, which retains its executor.
private func run(_ executor: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<LaneExecutor>.fromOpaque(executor).takeRetainedValue().work()
    return nil
}
