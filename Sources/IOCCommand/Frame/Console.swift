import IOCSource

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
    /// True if complaints are read on a terminal that shows colors.
    package var isColored: Bool

    /// A console that hands each text on.
    package init(
        isColored: Bool = false, out: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void
    ) {
        self.isColored = isColored
        self.out = out
        self.error = error
    }

    /// The process's own streams.
    package static let standard = Console(
        isColored: isColored(isTerminal: isatty(STDERR_FILENO) != 0) { name in
            getenv(name).map { String(cString: $0) }
        },
        out: { write($0, to: STDOUT_FILENO) },
        error: { write($0, to: STDERR_FILENO) })

    /// Returns true if to color, as https://no-color.org has it.
    /// - Parameters:
    ///   - isTerminal: True if the stream is a terminal.
    ///   - variable: The environment.
    package static func isColored(isTerminal: Bool, _ variable: (String) -> String?) -> Bool {
        isTerminal && variable("TERM") != "dumb" && (variable("NO_COLOR") ?? "").isEmpty
    }

    /// Tells a complaint.
    func report(_ diagnostic: SourceDiagnostic) { error(diagnostic.text(isColored: isColored) + "\n") }

    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        // A reader that went away, as `head` does, is no reason to complain.
        _ = text.withUTF8 { FileContent.write(UnsafeRawBufferPointer($0), to: descriptor) }
    }
}
