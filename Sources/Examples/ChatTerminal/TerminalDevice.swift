import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal a program runs in: raw keys in, frames out.
@MainActor public final class TerminalDevice {
    private let input: Int32
    private let output: Int32
    private var former: termios?
    private var source: (any DispatchSourceRead)?

    /// The terminal behind two file descriptors, by default the program's own.
    public init(input: Int32 = 0, output: Int32 = 1) {
        self.input = input
        self.output = output
    }

    /// Turns line editing and echo off, so that each key is heard at once; nothing where there is no terminal.
    public func open() {
        var settings = termios()
        guard tcgetattr(input, &settings) == 0 else { return }
        former = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        tcsetattr(input, TCSANOW, &settings)
    }

    /// Gives the terminal back as it was.
    public func close() {
        source?.cancel()
        write("\u{1B}[2J\u{1B}[H\u{1B}[?25h")
        guard var settings = former else { return }
        former = nil
        tcsetattr(input, TCSANOW, &settings)
    }

    /// The keys pressed from now on, until the terminal hangs up.
    public func keys() -> AsyncStream<TerminalKey> {
        let (stream, source) = Self.listen(to: input)
        self.source = source
        return stream
    }

    /// Listens away from the main actor, where the system calls back.
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

    /// The terminal's size, or 80 by 24 where it has none.
    public var size: (width: Int, height: Int) {
        var size = winsize()
        // Where there is no terminal, nothing is written.
        _ = ioctl(output, UInt(TIOCGWINSZ), &size)
        guard size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows a frame; it ends with the sequence that hides the cursor.
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

/// The system's `write`, which the device's own hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
