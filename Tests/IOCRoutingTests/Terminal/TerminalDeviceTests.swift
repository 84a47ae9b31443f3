#if canImport(Glibc)
import Glibc
import chat
import IOCRouting
import Testing

@MainActor @Suite("Terminal devices", .timeLimit(.minutes(30))) struct TerminalDeviceTests {
    /// The two ends of a pseudo-terminal: what a person has, and what the program has.
    private final class Ends {
        var person: Int32 = 0
        var program: Int32 = 0

        init(columns: UInt16 = 0, rows: UInt16 = 0) throws {
            var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            try #require(openpty(&person, &program, nil, nil, &size) == 0)
        }

        var settings: termios {
            var settings = termios()
            tcgetattr(program, &settings)
            return settings
        }

        func hasLocal(_ flag: Int32) -> Bool { settings.c_lflag & tcflag_t(flag) != 0 }
        func hasInput(_ flag: Int32) -> Bool { settings.c_iflag & tcflag_t(flag) != 0 }

        func type(_ text: String) {
            let bytes = Array(text.utf8)
            _ = write(person, bytes, bytes.count)
        }

        /// What the program has written so far.
        func seen() -> String {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(person, &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }

        func hangUp() {
            if person >= 0 { close(person) }
            person = -1
        }

        deinit {
            hangUp()
            close(program)
        }
    }

    @Test(
        "An open device delivers each key at once, and closing it restores the settings")
    func openAndClose() throws {
        let ends = try Ends()
        let device = TerminalDevice(input: ends.program, output: ends.program)
        for _ in 0..<2 {
            device.open()
            for flag in [ICANON, ECHO, ISIG, IEXTEN] { #expect(!ends.hasLocal(flag)) }
            for flag in [IXON, ICRNL] { #expect(!ends.hasInput(flag)) }
            device.close()
            for flag in [ICANON, ECHO, ISIG, IEXTEN] { #expect(ends.hasLocal(flag)) }
            for flag in [IXON, ICRNL] { #expect(ends.hasInput(flag)) }
            #expect(ends.seen() == "\u{1B}[2J\u{1B}[H\u{1B}[?25h", "the screen is cleared, and the cursor shown again")
        }
    }

    @Test("Closing twice restores the settings once")
    func closedTwice() throws {
        let ends = try Ends()
        let device = TerminalDevice(input: ends.program, output: ends.program)
        device.open()
        device.close()
        var settings = ends.settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(ends.program, TCSANOW, &settings)
        device.close()
        #expect(!ends.hasLocal(ECHO))
    }

    @Test("The size is that of the terminal, or 80 by 24")
    func size() throws {
        let ends = try Ends(columns: 100, rows: 30)
        #expect(TerminalDevice(input: ends.program, output: ends.program).size == (100, 30))
        for (columns, rows) in [(0, 0), (100, 0), (0, 30)] as [(UInt16, UInt16)] {
            let empty = try Ends(columns: columns, rows: rows)
            #expect(TerminalDevice(input: empty.program, output: empty.program).size == (80, 24))
        }
        var pipes: [Int32] = [0, 0]
        try #require(pipe(&pipes) == 0)
        defer { pipes.forEach { close($0) } }
        let piped = TerminalDevice(input: pipes[0], output: pipes[1])
        piped.open()
        #expect(piped.size == (80, 24))
        piped.close()
    }

    @Test("Keys arrive in order until the terminal or the device is closed")
    func keys() async throws {
        let ends = try Ends()
        let device = TerminalDevice(input: ends.program, output: ends.program)
        device.open()
        var keys = device.keys().makeAsyncIterator()
        ends.type("a\u{1B}[A\r")
        var heard: [TerminalKey?] = []
        for _ in 0..<3 { heard.append(await keys.next()) }
        #expect(heard == [.character("a"), .up, .enter])
        device.close()
        #expect(await keys.next() == nil)

        let other = try Ends()
        let second = TerminalDevice(input: other.program, output: other.program)
        var rest = second.keys().makeAsyncIterator()
        other.hangUp()
        #expect(await rest.next() == nil)
        second.close()
    }

    @Test("A frame is shown from the top of an empty screen, with the cursor hidden")
    func frames() throws {
        let ends = try Ends()
        let device = TerminalDevice(input: ends.program, output: ends.program)
        device.open()
        var frame = TerminalFrame(width: 5, height: 2)
        for line in ["one", "two"] { frame.add(line) }
        device.show(frame)
        // The terminal itself puts a return before each line end.
        #expect(Array(ends.seen().utf8).filter { $0 != 0x0D } == Array("\u{1B}[2J\u{1B}[Hone\ntwo\u{1B}[?25l".utf8))
        device.close()
    }
}
#endif
