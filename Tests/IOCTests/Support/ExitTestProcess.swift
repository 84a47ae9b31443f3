#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The process an exit test runs its body in.
enum ExitTestProcess {
    /// Spares the seconds that printing a backtrace of an expected crash takes.
    static func leaveOutBacktrace() {
        for number in [SIGILL, SIGTRAP, SIGABRT] { signal(number, SIG_DFL) }
    }
}
