#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where a command's words go.
package struct Console: Sendable {
    /// Takes results.
    package var out: @Sendable (String) -> Void
    /// Takes complaints and progress.
    package var error: @Sendable (String) -> Void

    /// A console that hands each text on.
    package init(out: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void) {
        self.out = out
        self.error = error
    }

    /// The process's own streams.
    package static let standard = Console(
        out: { write($0, to: STDOUT_FILENO) },
        error: { write($0, to: STDERR_FILENO) })

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let base = rest.baseAddress, !rest.isEmpty {
                #if canImport(Glibc)
                let count = Glibc.write(descriptor, base, rest.count)
                #elseif canImport(Musl)
                let count = Musl.write(descriptor, base, rest.count)
                #else
                let count = Darwin.write(descriptor, base, rest.count)
                #endif
                // A reader that went away, as `head` does, is no reason to complain.
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
    }
}
