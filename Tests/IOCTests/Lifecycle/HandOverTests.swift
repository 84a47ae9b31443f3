import IOC
import IOCBase
import Testing

/// Servers whose port only one of them can have.
@Suite("Reloading a server that owns a port", .timeLimit(.minutes(30)))
struct HandOverTests {
    struct AddressInUse: Error {}
    struct Failure: Error {}

    /// What others need: it overlaps, and begins before the first context is stopped.
    final class Client: IOCComponent, IOCService, @unchecked Sendable {
        @Value("diary") var diary: String
        @Value("version") var version: String
        private let runs = Latch()
        func run() async throws {
            Diary.named(diary).write("client \(version) runs")
            runs.open()
            try await untilCancelled()
        }
        func ready() async throws {
            await runs.wait()
            // The old server goes on until everything else is there.
            Diary.named(diary).write("client \(version) is ready")
        }
    }
    class Serving: IOCService, @unchecked Sendable {
        @Autowired var client: Client
        @Value("end", default: "well") var ending: String
        required init() {}
        private static let ports = Guarded<Set<String>>([])
        /// True if only one server can have the port.
        var binds: Bool { true }

        func run() async throws {
            if ending == "unbound" { throw Failure() }
            let (diary, name, port) = (Diary.named(client.diary), "server \(client.version)", client.diary)
            if binds, !Self.ports.withLock({ $0.insert(port).inserted }) { throw AddressInUse() }
            diary.write("\(name) serves")
            try? await untilCancelled()
            diary.write("\(name) is asked")
            if ending == "waits" { await diary.release.wait() }
            Self.ports.withLock { _ = $0.remove(port) }
            diary.write("\(name) has ended")
            if ending == "fails" { throw Failure() }
        }
    }
    final class Server: Serving, IOCComponent, @unchecked Sendable {}
    /// Takes its predecessor's socket.
    final class Heir: Serving, IOCComponent, TakesOverAtReload, @unchecked Sendable {
        override var binds: Bool { false }
        func takeOver(from predecessor: Heir) {}
    }

    let world: ReloadTests
    private var diary: Diary { world.diary }

    init() throws { world = try ReloadTests() }

    @discardableResult
    private func write(
        _ version: Int, end: String = "well", _ types: [any IOCComponent.Type] = [Server.self]
    ) throws -> String {
        try world.write(version, #", "end": "\#(end)""#, [Client.self] + types)
    }

    /// Boots and runs the first version.
    private func running(
        end: String = "well", _ types: [any IOCComponent.Type] = [Server.self],
        _ change: @escaping @Sendable (inout ContextConfiguration) -> Void = { _ in }
    ) async throws -> (context: ApplicationContext, run: Task<Void, any Error>) {
        let context = try ApplicationContext(contentsOf: write(1, end: end, types), environment: [:], change)
        let run = Task { try await context.run(handlingSignals: false) }
        try await diary.until("server 1 serves")
        return (context, run)
    }

    @Test("The old server has ended before the new one begins, three times; what both need overlaps")
    func inTurn() async throws {
        let (first, run) = try await running()
        var latest = first
        for version in 2...4 {
            try write(version)
            latest = try await latest.reloading { Issue.record("\($0)") }
            try await diary.until("server \(version) serves")
        }
        try await latest.stop()
        try await ending("the run") { try await run.value }
        let expected =
            ["client 1 runs", "client 1 is ready", "server 1 serves"]
            + (2...4).flatMap {
                [
                    "client \($0) runs", "client \($0) is ready", "server \($0 - 1) is asked",
                    "server \($0 - 1) has ended", "server \($0) serves",
                ]
            } + ["server 4 is asked", "server 4 has ended"]
        #expect(diary.lines == expected)
    }

    @Test("While the old server answers its last requests, the program is not ready, and the new server waits")
    func gap() async throws {
        let (first, run) = try await running(end: "waits")
        try await untilReady(first)
        try write(2)
        let reload = Task { try await first.reloading() }
        try await diary.until("server 1 is asked")
        #expect(await first.health(.ready).isWell == false)
        #expect(await first.health(.started).stage == "starting")
        #expect(!diary.lines.contains("server 2 serves"))
        diary.release.open()
        let next = try await ending("the reload") { try await reload.value }
        try await untilReady(next)
        try await next.stop()
        try await run.value
    }

    @Test("A run that ends in between stops both contexts, and the new server never begins")
    func endsInTheGap() async throws {
        let (first, run) = try await running(end: "waits")
        try write(2)
        let reload = Task { try await first.reloading() }
        try await diary.until("server 1 is asked")
        run.cancel()
        while await first.health(.ready).stage != "stopping" { await Task.yield() }
        diary.release.open()
        try await ending("the run") { try await run.value }
        _ = await reload.result
        #expect(!diary.lines.contains("server 2 serves"))
    }

    @Test("A component that takes over does not wait for its predecessor")
    func overlap() async throws {
        let (first, run) = try await running(end: "waits", [Heir.self])
        try write(2, [Heir.self])
        let reload = Task { try await first.reloading() }
        try await diary.until("server 2 serves")
        try await diary.until("server 1 is asked")
        #expect(!diary.lines.contains("server 1 has ended"))
        diary.release.open()
        let next = try await ending("the reload") { try await reload.value }
        try await next.stop()
        try await run.value
    }

    @Test("If the new server fails, the run ends with its error")
    func newFails() async throws {
        let (first, run) = try await running()
        try write(2, end: "unbound")
        _ = try await first.reloading()
        let error = await #expect(throws: IOCError.self) { try await ending("the run") { try await run.value } }
        #expect(error?.codes == [.serviceFailed])
        #expect(error?.cause is Failure)
        #expect(diary.lines.last == "server 1 has ended")
    }

    @Test("What goes wrong while the old context is stopped is reported once", arguments: ["fails", "waits"])
    func oldFails(how: String) async throws {
        let (first, run) = try await running(end: how) { if how == "waits" { $0.stopTimeout = .milliseconds(20) } }
        defer { diary.release.open() }
        try write(2, [])
        let reported = Guarded<[IOCError]>([])
        let next = try await ending("the reload") {
            try await first.reloading { error in reported.withLock { $0.append(error) } }
        }
        let errors = reported.withLock { $0 }
        // On a busy machine the client may be too slow for the short limit as well.
        let codes = errors.map { $0.faults.filter { "\($0)".contains("HandOverTests.Server") }.map(\.code) }
        #expect(codes == [[how == "fails" ? .serviceFailed : .serviceTimeout]], "\(errors)")
        // The next context has the short limit, too, so its stop may also fail.
        try? await next.stop()
        _ = await run.result
    }
}
