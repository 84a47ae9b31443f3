import Dispatch
import IOCBase

/// Runs tasks and their children on threads of their own.
///
/// A component that blocks its thread so blocks itself alone: the threads that all other tasks share are few, and those
/// of Dispatch are not without end. A job that finds no idle thread gets a new one, up to the number of cores; so children
/// run side by side, as they do elsewhere. A thread that finds nothing to do for a while ends.
final class LaneExecutor: TaskExecutor {
    private struct State {
        /// First come, first served.
        var waiting: ArraySlice<UnownedJob> = []
        /// The number of threads that wait for a job and were not woken yet.
        var idle = 0
        /// The number of threads there are.
        var threads = 0
    }

    /// The number of cores, for which the system reads a file.
    static let width = max(1, ProcessInfo.processInfo.activeProcessorCount)

    private let state = Guarded(State())
    private let wake = DispatchSemaphore(value: 0)
    /// The time a thread waits for something to do.
    private let patience: DispatchTimeInterval

    init(patience: DispatchTimeInterval = .seconds(1)) { self.patience = patience }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            if state.idle > 0 {
                state.idle -= 1
                wake.signal()
                return false
            }
            guard state.threads < Self.width else { return false }
            state.threads += 1
            return true
        }
        if needsThread { startThread() }
    }

    /// The loop of each thread until it is needless.
    fileprivate func work() {
        while true {
            let job = state.withLock { state in
                let job = state.waiting.popFirst()
                if job == nil { state.idle += 1 }
                return job
            }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if !isWoken() {
                return
            }
        }
    }

    /// - Returns: False where the thread is to end.
    private func isWoken() -> Bool {
        if wake.wait(timeout: .now() + patience) == .success { return true }
        let isNeedless = state.withLock { state in
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.threads -= 1
            return true
        }
        // Where all that wait were woken, this one was too.
        if !isNeedless { wake.wait() }
        return !isNeedless
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
