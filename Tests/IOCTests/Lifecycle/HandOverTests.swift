import IOC
import IOCBase
import Testing

/// Servers whose port only one of them can have.
@Suite("Reloading a server that owns a port", .timeLimit(.minutes(30)))
struct HandOverTests {
    /// The ports of a test's program, and what has happened.
    final class Harbour: Sendable {
        private static let all = Guarded<[String: Harbour]>([:])
        static func named(_ name: String) -> Harbour {
            all.withLock { all in
                let harbour = all[name] ?? Harbour()
                all[name] = harbour
                return harbour
            }
        }
        private let state = Guarded((lines: [String](), isTaken: false))
        /// Lets the server go on that answers a last request.
        let mayEnd = Latch()

        var lines: [String] { state.withLock(\.lines) }
        func note(_ line: String) { state.withLock { $0.lines.append(line) } }
        func bind() throws {
            try state.withLock { state in
                if state.isTaken { throw AddressInUse() }
                state.isTaken = true
            }
        }
        func release() { state.withLock { $0.isTaken = false } }
    }
    struct AddressInUse: Error {}
    struct Failure: Error {}

    /// What others need: it overlaps, and begins before the first context is stopped.
    final class Client: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("harbour") var harbour: String
        @Value("version") var version: Int
        private let runs = Latch()
        func run() async throws {
            Harbour.named(harbour).note("client \(version) runs")
            runs.open()
            try await untilCancelled()
        }
        func ready() async throws {
            await runs.wait()
            // The old server goes on until everything else is there.
            Harbour.named(harbour).note("client \(version) is ready")
        }
    }
    class Serving: IOCService, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var client: Client
        @Value("end", default: "well") var ending: String
        required init() {}
        var name: String { "server" }
        var harbour: Harbour { .named(client.harbour) }
        func bind() throws { try harbour.bind() }

        func run() async throws {
            if ending == "unbound" { throw Failure() }
            try bind()
            harbour.note("\(name) \(client.version) serves")
            try? await untilCancelled()
            harbour.note("\(name) \(client.version) is asked")
            if ending == "waits" { await harbour.mayEnd.wait() }
            harbour.release()
            harbour.note("\(name) \(client.version) has ended")
            if ending == "fails" { throw Failure() }
        }
    }
    final class Server: Serving, IOCComponent, @unchecked Sendable {}
    /// Takes its predecessor's socket.
    final class Heir: Serving, IOCComponent, TakesOverAtReload, @unchecked Sendable {
        override var name: String { "heir" }
        override func bind() {}
        func takeOver(from predecessor: Heir) {}
    }

    let folder: TemporaryFolder
    private var harbour: Harbour { .named(folder.path) }

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    private func write(
        _ version: Int, end: String = "well", stop: String = "30m", _ types: [any IOCComponent.Type] = [Server.self]
    ) throws -> String {
        let classes = ([Client.self] + types).map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", ")
        return try folder.write(
            "a.json",
            """
            { "classes": [\(classes)], "timeouts": { "start": "30m", "stop": "\(stop)" },
              "settings": { "harbour": "\(folder.path)", "version": \(version), "end": "\(end)" } }
            """)
    }

    private func running(_ context: ApplicationContext) -> Task<Void, any Error> {
        Task { try await context.run(handlingSignals: false) }
    }

    private func until(_ line: String) async throws {
        try await IOCTests.until("'\(line)' in \(harbour.lines)") { harbour.lines.contains(line) }
    }

    @Test("The old server has ended before the new one begins, five times; what both need overlaps")
    func inTurn() async throws {
        let first = try ApplicationContext(contentsOf: write(1), environment: [:])
        let run = running(first)
        try await until("server 1 serves")
        var latest = first
        for version in 2...6 {
            try write(version)
            latest = try await latest.reloading { Issue.record("\($0)") }
            try await until("server \(version) serves")
        }
        try await latest.stop()
        try await ending("the run") { try await run.value }
        let expected =
            ["client 1 runs", "client 1 is ready", "server 1 serves"]
            + (2...6).flatMap {
                [
                    "client \($0) runs", "client \($0) is ready", "server \($0 - 1) is asked",
                    "server \($0 - 1) has ended", "server \($0) serves",
                ]
            } + ["server 6 is asked", "server 6 has ended"]
        #expect(harbour.lines == expected)
    }

    @Test("While the old server answers its last requests, the program is not ready, and the new server waits")
    func gap() async throws {
        let first = try ApplicationContext(contentsOf: write(1, end: "waits"), environment: [:])
        let run = running(first)
        try await untilReady(first)
        try write(2)
        let reload = Task { try await first.reloading() }
        try await until("server 1 is asked")
        #expect(await first.health(.ready).isWell == false)
        #expect(await first.health(.started).stage == "starting")
        #expect(!harbour.lines.contains("server 2 serves"))
        harbour.mayEnd.open()
        let next = try await ending("the reload") { try await reload.value }
        try await untilReady(next)
        try await next.stop()
        try await run.value
    }

    @Test("A run that ends in between stops both contexts, and the new server never begins")
    func endsInTheGap() async throws {
        let first = try ApplicationContext(contentsOf: write(1, end: "waits"), environment: [:])
        let run = running(first)
        try await until("server 1 serves")
        try write(2)
        let reload = Task { try await first.reloading() }
        try await until("server 1 is asked")
        run.cancel()
        while await first.health(.ready).stage != "stopping" { await Task.yield() }
        harbour.mayEnd.open()
        try await ending("the run") { try await run.value }
        _ = await reload.result
        #expect(!harbour.lines.contains("server 2 serves"))
    }

    @Test("A component that takes over does not wait for its predecessor")
    func overlap() async throws {
        let first = try ApplicationContext(contentsOf: write(1, end: "waits", [Heir.self]), environment: [:])
        let run = running(first)
        try await until("heir 1 serves")
        try write(2, [Heir.self])
        let reload = Task { try await first.reloading() }
        try await until("heir 2 serves")
        try await until("heir 1 is asked")
        #expect(!harbour.lines.contains("heir 1 has ended"))
        harbour.mayEnd.open()
        let next = try await ending("the reload") { try await reload.value }
        try await next.stop()
        try await run.value
    }

    @Test("If the new server fails, the run ends with its error")
    func newFails() async throws {
        let first = try ApplicationContext(contentsOf: write(1), environment: [:])
        let run = running(first)
        try await until("server 1 serves")
        try write(2, end: "unbound")
        _ = try await first.reloading()
        let error = await #expect(throws: IOCError.self) { try await ending("the run") { try await run.value } }
        #expect(error?.faults.map(\.code) == [.serviceFailed])
        #expect(error?.cause is Failure)
        #expect(harbour.lines.last == "server 1 has ended")
    }

    @Test("What goes wrong while the old context is stopped is reported once", arguments: ["fails", "waits"])
    func oldFails(how: String) async throws {
        let first = try ApplicationContext(
            contentsOf: write(1, end: how, stop: how == "fails" ? "30m" : "20ms"), environment: [:])
        defer { harbour.mayEnd.open() }
        let run = running(first)
        try await until("server 1 serves")
        try write(2, stop: how == "fails" ? "30m" : "20ms", [])
        let reported = Guarded<[IOCError]>([])
        let next = try await ending("the reload") {
            try await first.reloading { error in reported.withLock { $0.append(error) } }
        }
        let errors = reported.withLock { $0 }
        // On a busy machine the client may be too slow for the short limit as well.
        let codes = errors.map { $0.faults.filter { "\($0)".contains("HandOverTests.Server") }.map(\.code) }
        #expect(codes == [[how == "fails" ? .serviceFailed : .serviceTimeout]], "\(errors)")
        try await next.stop()
        try await run.value
    }
}
