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
    @Component final class Narrow {
        let migration: any Migration
    }
    /// A fake of the tests, which the message must not propose to annotate.
    final class FakeMigration: Migration {}
    final class Kit: Assembly {
        let text = Definition(.singleton) { (_: Kit) in "text" }
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

    static let removals: [(change: Change, left: Int)] = [
        ({ $0.remove((any Migration).self) }, 0), ({ $0.remove(named: "schema") }, 1),
    ]

    @Test(
        "A removal by protocol removes all its components, and one by name that component", arguments: removals.indices)
    func removal(index: Int) throws {
        try withApplicationContext(Self.all, overrides: Self.removals[index].change) {
            let runner = try ApplicationContext.current.component(Runner.self)
            #expect(runner.migrations.count == Self.removals[index].left)
        }
    }

    @Test("A removal by name removes a definition of an assembly")
    func definition() throws {
        let configuration = ContextConfiguration(assemblies: [String(reflecting: Kit.self)])
        try withApplicationContext(configuration, overrides: { $0.remove(named: "text") }) {
            let context = try ApplicationContext.current
            #expect(try context.component(Int.self) == 3)
            #expect(throws: IOCError.self) { try context.component(String.self) }
        }
    }

    static let failures: [ImpossibleChange] = [
        ImpossibleChange(
            "a removal of what a component needs", in: .of(Schema.self, Tool.self), .dependencyMissing,
            [
                "Tool.init(schema:)", "the test leaves it out", "RemovalTests.swift",
                "replace IOCTestingTests.RemovalTests.Schema instead of leaving it out",
            ]
        ) { $0.remove(Schema.self) },
        ImpossibleChange(
            "a removal although a fake of the tests would fit", in: .of(Seed.self, Narrow.self), .dependencyMissing,
            ["replace IOCTestingTests.RemovalTests.Seed instead of leaving it out"]
        ) { $0.remove(Seed.self) },
        ImpossibleChange(
            "a removal by a type that no component has", in: .of(Seed.self), .patchWithoutTarget, ["to leave out"]
        ) { $0.remove(Schema.self) },
        ImpossibleChange(
            "a removal by a name that no component has", in: all, .patchWithoutTarget,
            ["no component named 'shcema'", "did you mean", "'schema'?"]
        ) { $0.remove(named: "shcema") },
    ]

    @Test(
        "A removed component is missing for its dependents, and a removal of nothing is an error", arguments: failures)
    func failure(test: ImpossibleChange) { test.check() }

    @Test("Settings that only a removed component reads are no fault")
    func strict() throws {
        var configuration = Self.all
        configuration.failsOnUnreadSettings = true
        configuration.settings = ["schema": ["version": 2]]
        try withApplicationContext(configuration, overrides: { $0.remove(Schema.self) }) {}
    }
}
