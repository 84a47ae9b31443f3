#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Quickstart {
    /// Ends the program with a message on standard error.
    static func stop(_ message: String, code: Int32) -> Never {
        var text = Array((message + "\n").utf8)
        while !text.isEmpty {
            let written = write(STDERR_FILENO, text, text.count)
            if written <= 0 { break }
            text.removeFirst(written)
        }
        exit(code)
    }
}
