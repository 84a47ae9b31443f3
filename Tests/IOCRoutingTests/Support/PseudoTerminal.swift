#if canImport(Glibc)
import Glibc

/// A program running in a pseudo-terminal of its own.
final class PseudoTerminal {
    struct Failure: Error {
        let reason: String
    }

    /// What ends each frame: the sequence that hides the cursor.
    private static let frameEnd = "\u{1B}[?25l"
    private static let frameStart = "\u{1B}[2J\u{1B}[H"

    private let master: Int32
    private var process: pid_t = 0
    private var received: [UInt8] = []

    /// Starts a program that lies beside the running test.
    init(program: String, arguments: [String] = []) throws {
        var master: Int32 = 0
        var slave: Int32 = 0
        var size = winsize(ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw Failure(reason: "no pseudo-terminal") }
        self.master = master
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for file in 0...2 as ClosedRange<Int32> { posix_spawn_file_actions_adddup2(&actions, slave, file) }
        posix_spawn_file_actions_addclose(&actions, master)
        let path = try Self.directory() + "/" + program
        var texts: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { texts.forEach { free($0) } }
        let result = posix_spawn(&process, path, &actions, nil, &texts, environ)
        close(slave)
        guard result == 0 else { throw Failure(reason: "\(path) did not start: \(result)") }
    }

    /// The directory of the running executable, which is where the build puts the others too.
    static func directory() throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { throw Failure(reason: "/proc/self/exe cannot be read") }
        let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Reads until a whole frame holds all the texts; the limit only turns a hang into a failure.
    func frame(with texts: [String], without unwanted: [String] = []) throws -> String {
        var last = ""
        while true {
            if let end = lastFrameEnd() {
                let whole = String(decoding: received[..<end], as: UTF8.self)
                last = String(whole.components(separatedBy: Self.frameStart).last ?? "")
                if texts.allSatisfy({ last.contains($0) }), !unwanted.contains(where: { last.contains($0) }) {
                    received.removeFirst(end)
                    return last
                }
            }
            try read(wanting: texts, last: last)
        }
    }

    /// Where the last whole frame ends.
    private func lastFrameEnd() -> Int? {
        let mark = Array(Self.frameEnd.utf8)
        guard received.count >= mark.count else { return nil }
        return (mark.count...received.count).last { received[($0 - mark.count)..<$0].elementsEqual(mark) }
    }

    private func read(wanting texts: [String], last: String) throws {
        var poll = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, 20_000) > 0 else {
            throw Failure(reason: "no frame with \(texts); the last one is:\n\(last)")
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(master, &buffer, buffer.count)
        guard count > 0 else { throw Failure(reason: "the program ended; wanted \(texts); last:\n\(last)") }
        received += buffer.prefix(count)
    }

    /// Waits for the program's end and gives its exit code.
    func end() -> Int32 {
        // What the program still writes must be read, or it would wait for that.
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while Glibc.read(master, &buffer, buffer.count) > 0 {}
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        process = 0
        return (status & 0x7F) == 0 ? (status >> 8) & 0xFF : -1
    }

    deinit {
        if process > 0 {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        close(master)
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        var result: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            result.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return result + [rest]
    }
}
#endif
