import Dispatch
import FoundationEssentials
// Its standard input is a variable, which is only read here.
@preconcurrency import Glibc
import IOC
import IOCBase
import TestSupport
import Testing

/// What programs print, and with which code their processes end.
@Suite("The output of a program")
struct ProgramOutputTests {
    /// Outputs that can't be written.
    enum BadOutput: CaseIterable {
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

    private static func lines(_ bytes: [UInt8]?, of name: String) -> [String] {
        String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("\(name): ") }
    }

    @Test("The process prints the whole error and ends with its code", .promptly)
    func process() async throws {
        // The arguments are those of the tests.
        let outcome = await #expect(processExitsWith: .exitCode(78), observing: [\.standardErrorContent]) {
            await Shop.main()
        }
        let reported = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(reported.contains("Shop: ") && reported.contains("   fix  "))
        #expect(reported.hasSuffix("\n"))
    }

    @Test("Output that can't be written is exit code 74, reported on standard error, and overwrites no file", .promptly)
    func unprintable() async throws {
        let outcome = await #expect(processExitsWith: .exitCode(74), observing: [\.standardErrorContent]) {
            for output in BadOutput.allCases {
                output.replace(STDOUT_FILENO)
                guard await programExitCode(Shop(), ["--help"]) == 74 else { exit(1) }
            }
            // With all places closed, the program's files would get them.
            let folder = try TemporaryFolder()
            let text = #"{ "classes": ["IOCTests.Leaf"] }"#
            let file = try folder.write("shop.json", text)
            for output in STDIN_FILENO...STDERR_FILENO { close(output) }
            let code = await programExitCode(Shop(), ["--config", file, "--graph=tree"])
            exit(try String(contentsOfFile: file, encoding: .utf8) == text ? code : 1)
        }
        let reported = Self.lines(outcome?.standardErrorContent, of: "Shop")
        #expect(reported.count == 3)
        #expect(reported.allSatisfy { $0.hasPrefix("Shop: standard output can't be written: ") })
    }

    private final class PrintedBytes: Sendable {
        let bytes = Guarded<[UInt8]>([])
    }

    @Test("A long text is printed whole to a full pipe that doesn't wait, while a thread waits for input", .promptly)
    func fullPipe() async {
        await #expect(processExitsWith: .success) {
            let entries = (0..<1_000).map { #""part\#($0)": { "class": "IOCTests.Leaf", "lazy": true }"# }
            let folder = try TemporaryFolder()
            let file = try folder.write("many.json", "{ \"components\": { \(entries.joined(separator: ", ")) } }")
            let expected =
                "its own work\n" + (await programOutcome(Shop(), ["--config", file, "--graph=json"])).text + "\n"
            // The time counts for this process alone, not while its test waits for its turn.
            alarm(60)
            var input: [Int32] = [0, 0]
            var ends: [Int32] = [0, 0]
            guard pipe(&input) == 0, dup2(input[0], STDIN_FILENO) >= 0, pipe(&ends) == 0,
                fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0, dup2(ends[1], STDOUT_FILENO) >= 0
            else { exit(2) }
            close(ends[1])
            DispatchQueue(label: "input").async { _ = readLine() }
            // A read that waits for its line keeps the input locked.
            while ftrylockfile(stdin) == 0 {
                funlockfile(stdin)
                sched_yield()
            }
            let (source, end, found) = (ends[0], Door(), PrintedBytes())
            DispatchQueue(label: "output").async {
                var buffer = [UInt8](repeating: 0, count: 4096)
                while case let count = read(source, &buffer, 4096), count > 0 {
                    found.bytes.withLock { $0 += buffer.prefix(count) }
                }
                end.open()
            }
            print("its own work")
            guard await programExitCode(Shop(), ["--config", file, "--graph=json"]) == 0 else { exit(3) }
            close(STDOUT_FILENO)
            end.pass()
            exit(expected.utf8.count > 100_000 && found.bytes.withLock { $0 } == Array(expected.utf8) ? 0 : 1)
        }
    }

    // MARK: Reloads

    /// A program that sends itself signals: its second file fails, its third ends it.
    struct Hung: ContainerProgram {
        static let folder = Guarded("")
        static let failures = Guarded(0)

        static func write(_ version: Int) throws -> String {
            let path = folder.withLock { $0 } + "/hung.json"
            let type = String(reflecting: Server.self)
            let text = "{ \"classes\": [\"\(type)\"], \"settings\": { \"version\": \(version) } }"
            try Data(text.utf8).write(to: URL(filePath: path))
            return path
        }

        final class Server: IOCComponent, IOCService, @unchecked Sendable {
            @Value("version") var version: Int

            func didInject() throws {
                guard version == 2 else { return }
                Hung.failures.withLock { $0 += 1 }
                throw SampleError()
            }

            func run() async throws {
                try await untilReady(ApplicationContext.current)
                if version == 1 {
                    let failures = Hung.failures.withLock { $0 }
                    _ = try Hung.write(2)
                    kill(getpid(), SIGHUP)
                    try await until("the failure") { Hung.failures.withLock { $0 > failures } }
                    // It is heard once the first is over.
                    _ = try Hung.write(3)
                    kill(getpid(), SIGHUP)
                } else {
                    kill(getpid(), SIGTERM)
                }
                try await untilCancelled()
            }
        }
    }

    @Test(
        "SIGHUP reloads, a faulty file is reported and changes nothing, and SIGTERM ends; all with a bad output, too",
        .promptly)
    func hangUp() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let folder = try TemporaryFolder()
            Hung.folder.withLock { $0 = folder.path }
            let error = dup(STDERR_FILENO)
            for output in BadOutput.allCases.map(Optional.some) + [nil] {
                if let output { output.replace(STDERR_FILENO) } else { dup2(error, STDERR_FILENO) }
                guard await programExitCode(Shop(), ["--nothing"]) == 78 else { exit(1) }
                guard await programOutcome(Hung(), ["--config", try Hung.write(1)]).code == 0 else { exit(2) }
            }
            // The testing library writes to the same output where the body returns.
            exit(0)
        }
        let lines = Self.lines(result?.standardErrorContent, of: "Hung").sorted()
        #expect(lines.count == 3, "\(lines)")
        #expect(lines.first?.hasPrefix("Hung: not reloaded, the program goes on as it was: ") == true)
        // It is ready once, whatever is reloaded.
        #expect(lines.dropFirst().first?.hasPrefix("Hung: ready after ") == true)
        #expect(lines.last == "Hung: reloaded")
    }

    // MARK: Lines of a run

    struct Brief: ContainerProgram {
        static var profiles: [String] { ["test"] }

        final class Server: IOCComponent, IOCService {
            func run() async throws { try await untilCancelled() }
        }
        /// Returns when the context is ready.
        final class Returning: IOCComponent, IOCService, @unchecked Sendable {
            @Autowired var context: ApplicationContext
            func run() async throws { try await untilReady(context) }
        }

        /// Runs it with components of these classes, `s0` and so on.
        /// - Parameter signals: True if SIGTERM comes behind the first line that it prints.
        static func lines(
            _ options: [String], _ types: [any IOCComponent.Type], signals: Bool = true
        ) async throws -> [String] {
            let folder = try TemporaryFolder()
            let entries = types.enumerated().map { #""s\#($0)": { "class": "\#(String(reflecting: $1))" }"# }
            let file = try folder.write("brief.json", "{ \"components\": { \(entries.joined(separator: ", ")) } }")
            let error = dup(STDERR_FILENO)
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0, dup2(ends[1], STDERR_FILENO) >= 0 else { exit(2) }
            close(ends[1])
            let (source, found, end) = (ends[0], PrintedBytes(), Door())
            DispatchQueue(label: "error").async {
                var buffer = [UInt8](repeating: 0, count: 4096)
                while case let count = read(source, &buffer, 4096), count > 0 {
                    found.bytes.withLock { $0 += buffer.prefix(count) }
                    if signals { kill(getpid(), SIGTERM) }
                }
                end.open()
            }
            // It sets no shared context, so one process can run it several times.
            let code = await programOutcome(Brief(), ["--config", file] + options).code
            dup2(error, STDERR_FILENO)
            end.pass()
            let text = String(decoding: found.bytes.withLock { $0 }, as: UTF8.self)
            return text.split(separator: "\n").map(String.init) + (code == 0 ? [] : ["exit code \(code)"])
        }
    }

    @Test("A program that is ready prints one line, and one that ends by a service's return says which", .promptly)
    func runLines() async {
        await #expect(processExitsWith: .success) {
            let server = try await Brief.lines(["--profile", "test"], [Brief.Server.self])
            #expect(server.count == 1 && server.first?.hasPrefix("Brief: ready after ") == true, "\(server)")
            let runs = " s; 1 component; profiles test; runs s0 until SIGTERM or SIGINT"
            #expect(server.first?.hasSuffix(runs) == true, "\(server)")
            let several = try await Brief.lines([], Array(repeating: Brief.Server.self, count: 5))
            #expect(
                several.first?.hasSuffix("; runs s0, s1, s2 and 2 more until SIGTERM or SIGINT") == true, "\(several)")
            let idle = try await Brief.lines([], [Leaf.self])
            let nothing = "nothing to run, because no component is an IOCService; it waits for SIGTERM or SIGINT"
            #expect(idle.count == 1 && idle.first?.hasSuffix(nothing) == true, "\(idle)")
            for types in [[Brief.Returning.self], [Brief.Returning.self, Brief.Server.self]]
                as [[any IOCComponent.Type]]
            {
                let returned = try await Brief.lines(["--quiet"], types, signals: false)
                let line = "Brief: s0 returned from run() after "
                let only = try #require(returned.first)
                #expect(returned.count == 1 && only.hasPrefix(line), "\(returned)")
                #expect(only.hasSuffix(" s, so the program ends"), "\(returned)")
            }
        }
    }

    // MARK: Failed stops

    @Component final class Ledger: Stoppable {
        @Injected(setting: "page") let page: Int
        func stop() throws { if page == 1 { throw SampleError() } }
    }
    @Component(.scope(.request)) final class Transaction: Stoppable {
        func stop() throws { throw SampleError() }
    }

    @Test(
        "A failed stop of a replaced context, and of a scope whose operation fails, is printed in one line", .promptly)
    func failedStops() async throws {
        let outcome = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let folder = try TemporaryFolder()
            func write(_ page: Int) throws -> String {
                let types = [String(reflecting: Ledger.self), String(reflecting: Transaction.self)]
                return try folder.write(
                    "ledger.json", #"{ "classes": ["\#(types[0])", "\#(types[1])"], "settings": { "page": \#(page) } }"#
                )
            }
            let context = try ApplicationContext(contentsOf: write(1), environment: [:])
            try await context.start()
            _ = try write(2)
            let next = try await context.reloading()
            #expect(try next.component(Ledger.self).page == 2)
            await #expect(throws: CancellationError.self) {
                try await withRequestScope {
                    _ = try next.component(Transaction.self)
                    throw CancellationError()
                }
            }
            try await next.stop()
        }
        let lines = Self.lines(outcome?.standardErrorContent, of: "ioc")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("ioc: the context that was replaced did not stop well: stop-failed: ") == true)
        #expect(
            lines.last?.hasPrefix("ioc: a scope whose operation has failed did not stop well: stop-failed: ") == true)
        #expect(lines.allSatisfy { $0.contains("the sample fails") })
    }
}
