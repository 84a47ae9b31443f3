import Dispatch
import IOCBase

/// Runs tasks and their children on threads of their own.
///
/// A component that blocks its thread so blocks itself alone: the threads that all other tasks share are few, and those
/// of Dispatch are not without end. A job that finds no idle thread gets a new one, up to the number of cores; so children
/// run side by side, as they do elsewhere. A thread that finds nothing to do for a moment ends.
final class LaneExecutor: TaskExecutor {
    private struct State {
        /// First come, first served.
        var waiting: ArraySlice<UnownedJob> = []
        /// The number of threads that wait for a job, or that were woken or started for one and have not taken it yet.
        var idle = 0
        /// The number of threads there are.
        var threads = 0
    }

    /// The number of cores, for which the system reads a file.
    static let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// The time a thread waits for something to do. A thousand calls in a row leave a few waiting threads behind.
    private static let patience = DispatchTimeInterval.milliseconds(20)

    private let state = Guarded(State())
    /// Has a signal for each job.
    private let wake = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // All of it under the lock: once another thread has run the job, nothing may hold this executor any more.
        state.withLock { state in
            state.waiting.append(job)
            wake.signal()
            guard state.waiting.count > state.idle, state.threads < Self.width else { return }
            state.threads += 1
            state.idle += 1
            startThread()
        }
    }

    /// The loop of each thread until it finds nothing to do.
    fileprivate func work() {
        while true {
            // A job may have come when the time was up, so what counts is the list.
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
        // The usual size of a main thread's stack; some libraries give others much less.
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
        // The system has no more threads of its own; Dispatch may have one that waits for work.
        reference.release()
        DispatchQueue.global().async { self.work() }
    }
}

/// The body of a thread, which holds its executor.
private func run(_ executor: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<LaneExecutor>.fromOpaque(executor).takeRetainedValue().work()
    return nil
}
