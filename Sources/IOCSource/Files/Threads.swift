import CSourceKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How many processors are at hand.
var processorCount: Int {
    max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}

/// Runs `body` on several threads at once and waits for all of them.
///
/// The threads have deep stacks, as the parser recurses as far as a source nests.
func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    let job = Unmanaged.passRetained(Job(body))
    defer { job.release() }
    iocsk_on_threads(
        Int32(count), 64 << 20, { Unmanaged<Job>.fromOpaque($0!).takeUnretainedValue().body() }, job.toOpaque())
}

private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
