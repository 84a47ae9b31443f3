import IOC
import IOCBase
import Testing

/// What functions return takes part in starts and stops.
@Suite("The lifecycle of what functions return", .timeLimit(.minutes(30)))
struct FunctionLifecycleTests {
    final class Journal: Sendable {
        private let lines = Guarded<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func note(_ line: String) { lines.withLock { $0.append(line) } }
    }
    protocol Store: Sendable { var count: Int { get } }
    protocol Alias: Sendable {}
    final class FileStore: Store, Alias, Startable, Stoppable, HealthReporting {
        let subject = "store"
        let journal: Journal
        let count: Int
        init(_ pool: FunctionPool, _ journal: Journal) async throws {
            self.journal = journal
            count = try await pool.query()
            journal.note("store is created")
        }
        func start() { journal.note("store starts") }
        func stop() { journal.note("store stops") }
        func health() -> String { "half full" }
    }
    final class Routes: Startable {
        let store: any Store
        let journal: Journal
        init(_ store: any Store, _ journal: Journal) {
            (self.store, self.journal) = (store, journal)
            journal.note("routes are created with \(store.count)")
        }
        func start() { journal.note("routes start") }
    }
    struct Hooked: ConstructedComponent {
        let journal: Journal
        static var constructor: Constructor {
            Constructor(Parameter<Journal>("journal")) { Hooked(journal: try $0[0]) }
        }
        func willInject() { journal.note("will inject") }
        func didInject() { journal.note("did inject") }
    }

    enum Server {
        @Provides static func journal() -> Journal { Journal() }
        @Provides static func zpool(journal: Journal) -> FunctionPool {
            FunctionPool { journal.note("pool \($0)") }
        }
        @Provides static func store(pool: FunctionPool, journal: Journal) async throws -> any Store {
            try await FileStore(pool, journal)
        }
        @Provides static func routes(store: any Store, journal: Journal) -> Routes { Routes(store, journal) }
        /// Another name of an instance, whose own name starts and stops it.
        @Provides static func alias(store: any Store) throws -> any Alias { try #require(store as? any Alias) }
        @Provides(.scope(.prototype)) static func hooked(journal: Journal) -> Hooked { Hooked(journal: journal) }
    }
    private static func context(_ prefix: String = ".Server.") throws -> ApplicationContext {
        try ApplicationContext(
            ContextConfiguration(prefixes: [String(reflecting: FunctionLifecycleTests.self) + prefix]))
    }

    @Test(
        "An async function is awaited after the services that it takes, and what it returns lives by its own protocols")
    func lifecycle() async throws {
        let context = try Self.context()
        #expect(context.report.createdAtStart.count == 3, "\(context.report)")
        let early = #expect(throws: IOCError.self) { try context.component((any Store).self) }
        #expect(early?.code == .notStarted)
        #expect(early?.description.contains("its function is async") == true)
        try await context.start()
        #expect(try context.component(Routes.self).store.count == 7)
        #expect(await context.health().checks == ["store": "half full"])
        try await context.stop()
        #expect(
            try context.component(Journal.self).all == [
                "pool runs", "pool is ready", "store is created", "store starts", "routes are created with 7",
                "routes start", "store stops", "pool ends",
            ])
    }

    @Test("A component that a function returns gets its hooks, each instance once")
    func hooks() throws {
        let configuration = ContextConfiguration(
            prefixes: ["journal", "hooked"].map { "\(String(reflecting: Self.self)).Server.\($0)" })
        let context = try ApplicationContext(configuration)
        _ = try (context.component(Hooked.self), context.component(Hooked.self))
        let hooks = ["will inject", "did inject"]
        #expect(try context.component(Journal.self).all == hooks + hooks)
    }

    enum Late {
        @Provides static func pool() async -> FunctionPool { FunctionPool { _ in } }
        @Provides static func count(pool: FunctionPool) -> Int { 1 }
        @Provides static func later(pool: Provider<FunctionPool>) -> String { "later" }
    }

    @Test("What takes the result of an async function is created at the start, too; what takes a provider is not")
    func followers() async throws {
        let context = try Self.context(".Late.")
        #expect(try context.component(String.self) == "later")
        #expect(throws: IOCError.self) { try context.component(Int.self) }
        try await context.start()
        #expect(try context.component(Int.self) == 1)
        try await context.stop()
    }

    struct Broken: Error {}
    enum Failing {
        @Provides static func late() async throws -> Int { throw Broken() }
    }
    enum FailingNow {
        @Provides static func now() throws(Broken) -> Int { throw Broken() }
    }

    @Test("The error of a function is the cause of a fault at the function's line")
    func errors() async throws {
        let now = try #require(throws: IOCError.self) { try Self.context(".FailingNow.") }
        #expect(now.cause is Broken)
        #expect(now.description.contains("FunctionLifecycleTests.FailingNow.now failed in its function"), "\(now)")
        #expect(now.faults[0].location?.hasPrefix("IOCTests/FunctionLifecycleTests.swift:") == true)
        let late = try Self.context(".Failing.")
        let error = try await #require(throws: IOCError.self) { try await late.start() }
        #expect(error.faults.map(\.code) == [.startFailed])
        #expect(error.cause is Broken)
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
