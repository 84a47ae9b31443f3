import Dispatch
import FoundationEssentials
// Its standard input is a variable, which is only read here.
@preconcurrency import Glibc
import IOC
import IOCBase
import IOCModel
import TestSupport
import Testing

/// A program that sends itself signals: its second file fails, its third ends it.
private struct Hung: ContainerProgram {
    static let folder = Guarded("")
    static let hasFailed = Guarded(false)

    @discardableResult
    static func write(_ version: Int) throws -> String {
        let path = folder.withLock { $0 } + "/hung.json"
        let text = "{ \"classes\": [\"IOCTests.Hung.Server\"], \"settings\": { \"version\": \(version) } }"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    final class Server: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the only state is wrapped.
        struct Unmakeable: Error {}
        @Value("version") var version: Int

        func didInject() throws {
            guard version == 2 else { return }
            Hung.hasFailed.withLock { $0 = true }
            throw Unmakeable()
        }

        func run() async throws {
            if version == 1 {
                try Hung.write(2)
                kill(getpid(), SIGHUP)
                while !Hung.hasFailed.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
                // It is heard once the first is over.
                try Hung.write(3)
                kill(getpid(), SIGHUP)
            } else {
                kill(getpid(), SIGTERM)
            }
            try await Task.sleep(for: .seconds(60))
        }
    }
}

extension ProgramTests {
    @Test("The process prints the whole error and ends with its code", .promptly)
    func process() async throws {
        // The arguments are those of the tests.
        let outcome = await #expect(processExitsWith: .exitCode(78), observing: [\.standardErrorContent]) {
            await Shop.main()
        }
        let reported = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(reported.contains("Shop: ") && reported.contains("isn't an argument of this program"))
        #expect(reported.hasSuffix("\n"))
    }

    /// Outputs that can't be written.
    enum BadOutput: Int, CaseIterable, Codable {
        case full, closed, broken

        /// Puts it in the place of an output of the process.
        func replace(_ output: Int32) {
            switch self {
            case .full: dup2(open("/dev/full", O_WRONLY), output)
            case .closed: close(output)
            case .broken:
                var ends: [Int32] = [0, 0]
                pipe(&ends)
                close(ends[0])
                dup2(ends[1], output)
                close(ends[1])
            }
        }
    }

    @Test(
        "Output that can't be written is exit code 74 and reported on standard error", .promptly,
        arguments: BadOutput.allCases)
    func unprintable(output: BadOutput) async throws {
        let outcome = await #expect(processExitsWith: .exitCode(74), observing: [\.standardErrorContent]) {
            [output] in
            output.replace(STDOUT_FILENO)
            let code = await programExitCode(Shop(), ["--help"])
            exit(code)
        }
        let reported = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(reported.contains("Shop: standard output can't be written: "))
    }

    @Test(
        "A program prints everything and ends while one of its threads waits for standard input", .promptly,
        .timeLimit(.minutes(30)))
    func waitingForInput() async throws {
        let outcome = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            // The time counts for this process alone, not while its test waits for its turn.
            alarm(60)
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            dup2(ends[0], STDIN_FILENO)
            DispatchQueue(label: "reader").async { _ = readLine() }
            // A read that waits for its line keeps the input locked.
            while ftrylockfile(stdin) == 0 {
                funlockfile(stdin)
                sched_yield()
            }
            print("its own work")
            exit(await programExitCode(Shop(), ["--help"]))
        }
        let reported = String(decoding: outcome?.standardOutputContent ?? [], as: UTF8.self)
        #expect(reported.contains("its own work\nusage: Shop "))
    }

    @Test(
        "A broken standard error changes no exit code", .promptly,
        arguments: BadOutput.allCases)
    func unheard(output: BadOutput) async throws {
        await #expect(processExitsWith: .exitCode(78)) { [output] in
            output.replace(STDERR_FILENO)
            exit(await programExitCode(Shop(), ["--nothing"]))
        }
    }

    @Test(
        "A program with a broken standard error is reloaded and ended like any other", .promptly,
        arguments: BadOutput.allCases)
    func unheardReload(output: BadOutput) async throws {
        await #expect(processExitsWith: .success) { [output] in
            output.replace(STDERR_FILENO)
            let folder = try TemporaryFolder()
            Hung.folder.withLock { $0 = folder.path }
            let context = try ApplicationContext(contentsOf: Hung.write(1), environment: [:])
            try await Hung().run(context)
            // The testing library writes to the same output where the body returns.
            exit(0)
        }
    }

    @Test("SIGHUP reloads, a faulty file is reported and changes nothing, and SIGTERM ends the program", .promptly)
    func hangUp() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let folder = try TemporaryFolder()
            Hung.folder.withLock { $0 = folder.path }
            let context = try ApplicationContext(contentsOf: Hung.write(1), environment: [:])
            try await Hung().run(context)
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("Hung: ") }
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("Hung: not reloaded, the program goes on as it was: ") == true)
        #expect(lines.last == "Hung: reloaded")
    }

    @Test("A long text is printed whole to a full pipe whose writes do not wait", .promptly)
    func fullPipe() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let file = try ProgramTests.writeMany(folder)
            let printed = await programOutcome(Shop(), ["--config", file, "--graph=json"]).text + "\n"
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0, fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0, dup2(ends[1], STDOUT_FILENO) >= 0 else {
                exit(2)
            }
            close(ends[1])
            let (source, end, found) = (ends[0], Door(), PrintedBytes())
            DispatchQueue(label: "reader").async {
                var buffer = [UInt8](repeating: 0, count: 4096)
                while case let count = read(source, &buffer, 4096), count > 0 {
                    found.bytes.withLock { $0 += buffer.prefix(count) }
                }
                end.open()
            }
            guard await programExitCode(Shop(), ["--config", file, "--graph=json"]) == 0 else { exit(3) }
            close(STDOUT_FILENO)
            end.pass()
            exit(printed.utf8.count > 100_000 && found.bytes.withLock { $0 } == Array(printed.utf8) ? 0 : 1)
        }
    }

    @Test("A program whose inputs and outputs are closed does not print into its files", .promptly)
    func closedOutputs() async {
        await #expect(processExitsWith: .exitCode(74)) {
            let folder = try TemporaryFolder()
            let text = #"{ "classes": ["IOCTests.DXIn"] }"#
            let file = try folder.write("shop.json", text)
            for output in STDIN_FILENO...STDERR_FILENO { close(output) }
            let code = await programExitCode(Shop(), ["--config", file, "--graph=tree"])
            exit(try String(contentsOfFile: file, encoding: .utf8) == text ? code : 1)
        }
    }

    /// Writes a configuration of so many components that their graph fills a pipe.
    private static func writeMany(_ folder: TemporaryFolder) throws -> String {
        let entries = (0..<2_000).map { #""part\#($0)": { "class": "IOCTests.DXIn", "lazy": true }"# }
        return try folder.write("many.json", "{ \"components\": { \(entries.joined(separator: ", ")) } }")
    }

    private final class PrintedBytes: Sendable {
        let bytes = Guarded<[UInt8]>([])
    }

    // MARK: Watching

    struct Watching: ContainerProgram {
        func run(_ context: ApplicationContext) {}
    }

    @Test("The argument --watch makes a program reload when its files change")
    func watch() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("idle.json", "{ \"classes\": [\"\(String(reflecting: DXIn.self))\"] }")
        for (options, mode) in [
            (["--watch"], ContextConfiguration.ReloadPolicy.watch), ([], ContextConfiguration.ReloadPolicy.signal),
        ] {
            let seen = Guarded<ContextConfiguration.ReloadPolicy?>(nil)
            let outcome = await programOutcome(Watching(), ["--config", file] + options) { configuration in
                seen.withLock { $0 = configuration.reload }
                return try ApplicationContext(configuration)
            }
            #expect(outcome.code == 0)
            #expect(seen.withLock { $0 } == mode)
        }
    }
}
