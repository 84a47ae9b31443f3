import CMeasure

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The clocks the benchmark reads.
package enum Clock {
    /// The processor time of this thread: what others do on the machine meanwhile does not count.
    case thread
    /// The time that passes.
    case wall

    /// Nanoseconds since some moment.
    package var now: Double {
        var time = timespec()
        clock_gettime(self == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// The cost of `body`; by the clock of this thread its instructions as well.
    package func time(_ body: () throws -> Void) rethrows -> Cost {
        let first = self == .thread ? Instructions.now : nil
        let begin = now
        if self == .thread { ioc_mark_steps() }
        try body()
        if self == .thread { ioc_mark_steps() }
        let end = now
        let last = first == nil ? nil : Instructions.now
        return Cost(nanoseconds: end - begin, instructions: last.flatMap { last in first.map { last - $0 } })
    }
}
