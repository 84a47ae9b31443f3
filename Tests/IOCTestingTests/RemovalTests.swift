import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("What a test leaves out")
struct RemovalTests {
    protocol Migration: Sendable {}
    @Component("schema") final class Schema: Migration, Startable {
        static let made = Guarded(0)
        @Value("schema.version") var version: Int
        init() { Self.made.withLock { $0 += 1 } }
        func start() async throws { Issue.record("the schema starts") }
    }
    @Component final class Seed: Migration {}
    @Component final class Runner {
        let migrations: [any Migration]
    }
    @Component final class Tool {
        let schema: Schema
    }
    final class Crate: Sendable {}
    final class Kit: Assembly {
        let crate = Definition(.singleton) { (_: Kit) in Crate() }
        let limit: Define<Int> = .value(3)
    }

    static let all = ContextConfiguration.of(Schema.self, Seed.self, Runner.self)

    @Test(
        "A removed component is neither created nor started, and its settings may be missing",
        .applicationContext(all, starting: true) { $0.remove(Schema.self) })
    func byClass() throws {
        #expect(try ApplicationContext.current.component(Runner.self).migrations.map { $0 is Seed } == [true])
        #expect(Schema.made.withLock { $0 } == 0)
    }

    @Test(
        "A removal by protocol removes all its components", .applicationContext(all) { $0.remove((any Migration).self) }
    )
    func byProtocol() throws {
        #expect(try ApplicationContext.current.component(Runner.self).migrations.isEmpty)
    }

    @Test("A removal by name removes that component", .applicationContext(all) { $0.remove(named: "schema") })
    func byName() throws {
        #expect(try ApplicationContext.current.component(Runner.self).migrations.count == 1)
    }

    @Test("A removal by name removes a definition of an assembly")
    func definition() throws {
        let configuration = ContextConfiguration(assemblies: [String(reflecting: Kit.self)])
        try withApplicationContext(configuration, overrides: { $0.remove(named: "crate") }) {
            let limit = try ApplicationContext.current.component(Int.self)
            #expect(limit == 3)
            #expect(throws: IOCError.self) { try ApplicationContext.current.component(Crate.self) }
        }
    }

    @Test(
        "A removed component is missing for its dependents, and the message says that the test leaves it out",
        .expectingIssue(
            "dependency-missing", "Tool.init(schema:)", "the test leaves it out", "RemovalTests.swift",
            "replace IOCTestingTests.RemovalTests.Schema instead of leaving it out"),
        .applicationContext(.of(Schema.self, Tool.self)) { $0.remove(Schema.self) })
    func missing() { Issue.record("the test ran without its context") }

    /// A fake of the tests, which the message must not propose to annotate.
    final class FakeMigration: Migration {}
    @Component final class Narrow {
        let migration: any Migration
    }

    @Test(
        "The message about a removed component mentions the removal, although a fake of the tests would fit",
        .expectingIssue("replace IOCTestingTests.RemovalTests.Seed instead of leaving it out"),
        .applicationContext(.of(Seed.self, Narrow.self)) { $0.remove(Seed.self) })
    func missingBesideFake() { Issue.record("the test ran without its context") }

    @Test(
        "A removal by type without such a component is an issue",
        .expectingIssue("patch-without-target", "to leave out"),
        .applicationContext(.of(Seed.self)) { $0.remove(Schema.self) })
    func nothingByType() { Issue.record("the test ran without its context") }

    @Test(
        "A removal by name without such a component is an issue with a suggestion",
        .expectingIssue("patch-without-target", "no component named 'shcema'", "did you mean", "'schema'?"),
        .applicationContext(all) { $0.remove(named: "shcema") })
    func nothingByName() { Issue.record("the test ran without its context") }

    @Test("Settings that only a removed component reads are no fault")
    func strict() throws {
        var configuration = Self.all
        configuration.failsOnUnreadSettings = true
        configuration.settings = ["schema": ["version": 2]]
        try withApplicationContext(configuration, overrides: { $0.remove(Schema.self) }) {}
    }
}
