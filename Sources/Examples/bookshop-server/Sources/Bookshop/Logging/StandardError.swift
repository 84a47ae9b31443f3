#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The program's standard error, without a buffer: a line is written when the call returns.
package enum StandardError {
    package static func write(line: String) {
        let bytes = Array((line + "\n").utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Glibc)
            let written = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            #elseif canImport(Musl)
            let written = rest.withUnsafeBytes { Musl.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            #else
            let written = rest.withUnsafeBytes { Darwin.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            #endif
            // A failure can't be reported anywhere else.
            if written <= 0 { return }
            rest = rest.dropFirst(written)
        }
    }
}
