import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal in which a program runs. It delivers keys and shows frames.
@MainActor public final class TerminalDevice {
    private let input: Int32
    private let output: Int32
    private var former: termios?
    private var source: (any DispatchSourceRead)?

    /// Creates a terminal of two file descriptors, by default those of the program.
    public init(input: Int32 = 0, output: Int32 = 1) {
        self.input = input
        self.output = output
    }

    /// Turns off line editing and echo, so that each key is delivered at once. Does nothing without a terminal.
    public func open() {
        var settings = termios()
        guard tcgetattr(input, &settings) == 0 else { return }
        former = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        tcsetattr(input, TCSANOW, &settings)
    }

    /// Clears the terminal and restores its settings.
    public func close() {
        source?.cancel()
        write("\u{1B}[2J\u{1B}[H\u{1B}[?25h")
        guard var settings = former else { return }
        former = nil
        tcsetattr(input, TCSANOW, &settings)
    }

    /// Returns the keys that are pressed from now on, until the terminal closes.
    public func keys() -> AsyncStream<TerminalKey> {
        let (stream, source) = Self.listen(to: input)
        self.source = source
        return stream
    }

    /// Creates the source outside the main actor, because the system calls its handlers on another queue.
    private nonisolated static func listen(
        to input: Int32
    ) -> (AsyncStream<TerminalKey>, any DispatchSourceRead) {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminalKey.self)
        let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: .global())
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(input, &buffer, buffer.count)
            guard count > 0 else { return continuation.finish() }
            for key in TerminalKey.keys(in: Array(buffer.prefix(count))) { continuation.yield(key) }
        }
        source.setCancelHandler { continuation.finish() }
        source.activate()
        return (stream, source)
    }

    /// The size of the terminal; 80 by 24 if it is unknown.
    public var size: (width: Int, height: Int) {
        var size = winsize()
        // Without a terminal, the size stays 0.
        _ = ioctl(output, UInt(TIOCGWINSZ), &size)
        guard size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows a frame, and hides the cursor.
    public func show(_ frame: TerminalFrame) {
        write("\u{1B}[2J\u{1B}[H" + frame.lines.joined(separator: "\r\n") + "\u{1B}[?25l")
    }

    private func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(output, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// Calls the system's `write`, which the method of the same name hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
