import IOC
import Testing

@Suite("The lifecycle of what functions return", .timeLimit(.minutes(30)))
struct FunctionLifecycleTests {
    private static func context(_ prefixes: String..., classes: [String] = []) throws -> ApplicationContext {
        let name = String(reflecting: FunctionLifecycleTests.self)
        return try ApplicationContext(
            ContextConfiguration(prefixes: prefixes.map { "\(name).\($0)" }, classes: classes.map { "\(name).\($0)" }))
    }

    // MARK: Starts and stops

    protocol Files: Sendable { var count: Int { get } }
    protocol Alias: Sendable {}
    final class DiskFiles: Files, Alias, Startable, Stoppable, HealthReporting {
        let subject = "files"
        let log: PartLog
        let count: Int
        init(_ pool: FunctionPool, _ log: PartLog) async throws {
            self.log = log
            count = try await pool.query()
            log.note("files are created")
        }
        func start() { log.note("files start") }
        func stop() { log.note("files stop") }
        func health() -> String { "half full" }
    }
    final class Routes: Startable {
        let log: PartLog
        init(_ files: any Files, _ log: PartLog) {
            self.log = log
            log.note("routes are created with \(files.count)")
        }
        func start() { log.note("routes start") }
    }

    enum Server {
        @Provides static func log() -> PartLog { PartLog() }
        @Provides static func zpool(log: PartLog) -> FunctionPool { FunctionPool { log.note("pool \($0)") } }
        @Provides static func files(pool: FunctionPool, log: PartLog) async throws -> any Files {
            try await DiskFiles(pool, log)
        }
        @Provides static func routes(files: any Files, log: PartLog) -> Routes { Routes(files, log) }
        /// Another name of an instance, whose own name starts and stops it.
        @Provides static func alias(files: any Files) throws -> any Alias { try #require(files as? any Alias) }
        @Provides static func count(pool: FunctionPool) -> Int { 1 }
        @Provides static func later(files: Provider<any Files>) -> String { "later" }
    }

    @Test("An async function is awaited after the services that it takes, and what it returns is started and stopped")
    func lifecycle() async throws {
        let context = try Self.context("Server.")
        #expect(context.report.createdAtStart.count == 3, "\(context.report)")
        let early = #expect(throws: IOCError.self) { try context.component((any Files).self) }
        #expect(early?.code == .notStarted && early?.description.contains("its function is async") == true)
        #expect(try context.component(String.self) == "later" && context.component(Int.self) == 1)
        try await context.start()
        #expect(await context.health().checks == ["files": "half full"])
        try await context.stop()
        #expect(
            try context.component(PartLog.self).lines == [
                "pool runs", "pool is ready", "files are created", "files start", "routes are created with 7",
                "routes start", "files stop", "pool ends",
            ])
    }

    enum Failing { @Provides static func late() async throws -> Int { throw SampleError() } }

    @Test("The error of an async function fails the start")
    func errors() async throws {
        let context = try Self.context("Failing.")
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        #expect(error.faults.map(\.code) == [.startFailed] && error.cause is SampleError)
    }

    // MARK: Hooks and properties

    @Component final class Clock: Alias, Startable {
        let calls = PartLog()
        func didInject() { calls.note("injected") }
        func start() { calls.note("started") }
    }
    enum Aliases {
        @Provides static func text() -> String { "text" }
        @Provides(.primary) static func alias(clock: Clock, text: String) -> any Alias { clock }
        @Provides(.scope(.prototype)) static func counted() -> Counted { Counted() }
    }

    @Test("A function's instances get their hooks once, and so does an argument that a function returns")
    func hooks() async throws {
        let context = try Self.context("Aliases.", classes: ["Clock"])
        try await context.start()
        let clock = try context.component(Clock.self)
        #expect(try context.component((any Alias).self) as? Clock === clock)
        #expect(clock.calls.lines == ["injected", "started"])
        for _ in 0..<2 { #expect(try context.component(Counted.self).calls == ["will", "did"]) }
        try await context.stop()
    }

    protocol Page: Sendable { var text: String { get } }
    final class TextPage: Page, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var text: String
    }
    enum Wrapped {
        @Provides static func page() -> any Page { TextPage() }
        @Provides("exact") static func exact() -> TextPage { TextPage() }
    }

    @Test("Wrapped properties of what a function returns are filled, also behind a protocol")
    func wrapped() throws {
        let context = try Self.context("Wrapped.", "Aliases.text")
        #expect(try context.component(named: "page", as: (any Page).self).text == "text")
        #expect(try context.component(named: "exact", as: TextPage.self).text == "text")
        #expect(faultCodes { try Self.context("Wrapped.exact") } == [.dependencyMissing])
    }

    // MARK: Post-processors and observers

    final class Counting: InstancePostProcessor, ContextObserver {
        static let log = PartLog()
        func process(_ instance: Any, named name: String) -> Any {
            Self.log.note("processed \(name)")
            return instance
        }
        func handle(_ event: ContextEvent) {
            if event.kind == .made { Self.log.note("made \(event.component)") }
        }
    }
    final class Changing: DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) {
            if definition.name == "seen" { definition.scope = .prototype }
        }
    }
    enum Processing {
        @Provides static func definitions() -> any DefinitionPostProcessor { Changing() }
        @Provides static func instances() -> any InstancePostProcessor { Counting() }
        @Provides static func observer() -> any ContextObserver { Counting() }
        @Provides("seen") static func seen() -> Piece { Piece() }
    }

    @Test("Functions may return post-processors and observers")
    func processors() throws {
        let context = try Self.context("Processing.")
        _ = try context.component(Piece.self)
        #expect(Counting.log.lines.filter { $0.hasSuffix("seen") } == ["made seen", "processed seen"])
        #expect(try context.component(Piece.self) !== context.component(Piece.self))
    }
}

/// A type of another package in shape: it has a `run()`, and its conformance is the program's.
final class FunctionPool: Sendable {
    private let isRunning = Latch()
    private let note: @Sendable (String) -> Void
    init(note: @escaping @Sendable (String) -> Void) { self.note = note }
    func run() async throws {
        note("runs")
        isRunning.open()
        try? await untilCancelled()
        note("ends")
    }
    func query() async throws -> Int {
        await isRunning.wait()
        return 7
    }
}
extension FunctionPool: IOCService {
    func ready() async throws {
        _ = try await query()
        note("is ready")
    }
}
