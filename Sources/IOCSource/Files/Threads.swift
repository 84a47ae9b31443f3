import CSourceKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The number of processors that are at hand.
var processorCount: Int {
    max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}

/// Runs `body` on several threads at once, with the thread's number, and returns what each made of it.
///
/// The threads have deep stacks, as the parser recurses as far as a source nests.
func onThreads<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Value) -> [Value] {
    let results = UnsafeMutableBufferPointer<Value?>.allocate(capacity: count)
    results.initialize(repeating: nil)
    defer { results.deinitialize().deallocate() }
    // Sound without a lock: each thread writes its own element, and joining it orders that write before the reads below.
    nonisolated(unsafe) let elements = results
    let job = Unmanaged.passRetained(Job { elements[$0] = body($0) })
    defer { job.release() }
    iocsk_on_threads(
        Int32(count), 64 << 20, { Unmanaged<Job>.fromOpaque($0!).takeUnretainedValue().body(Int($1)) }, job.toOpaque())
    return results.compactMap { $0 }
}

private final class Job: Sendable {
    let body: @Sendable (Int) -> Void

    init(_ body: @escaping @Sendable (Int) -> Void) {
        self.body = body
    }
}
