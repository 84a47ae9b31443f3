import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Uses a value in a way that the optimizer can't see, so that the optimizer can't remove the code that created the
/// value.
@inline(never)
@_optimize(none)
package func blackHole<Value>(_ value: consuming Value) {}

private func nanoseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Returns the processor time in nanoseconds that this thread spends on `body`. Other programs on the machine don't
/// count.
package func processorTime(_ body: () throws -> Void) rethrows -> Double {
    let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
    try body()
    return nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start
}

/// Runs `body` on several threads, which begin when all are ready. Returns the nanoseconds of the slowest thread.
package func timeOnThreads(_ count: Int, _ body: @escaping @Sendable () throws -> Void) throws -> Double {
    let state = ThreadState()
    let threads = DispatchGroup()
    for number in 0..<count {
        DispatchQueue(label: "thread \(number)").async(group: threads) {
            state.ready.add(1, ordering: .acquiringAndReleasing)
            while state.ready.load(ordering: .acquiring) < count { sched_yield() }
            let start = nanoseconds(CLOCK_MONOTONIC)
            let outcome = Result { try body() }.map { nanoseconds(CLOCK_MONOTONIC) - start }
            state.outcomes.withLock { $0.append(outcome) }
        }
    }
    threads.wait()
    return try state.outcomes.withLock { try $0.map { try $0.get() }.max() ?? 0 }
}

/// The state that the threads of ``timeOnThreads(_:_:)`` share.
private final class ThreadState: Sendable {
    let ready = Atomic(0)
    let outcomes = Mutex<[Result<Double, any Error>]>([])
}
