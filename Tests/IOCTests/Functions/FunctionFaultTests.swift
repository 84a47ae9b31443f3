import IOC
import Testing

/// What is wrong with functions, and what is said about it.
@Suite("Mistakes in functions that provide components")
struct FunctionFaultTests {
    final class Pool: Sendable {}
    final class Log: Sendable {}
    protocol Sink: Sendable {}
    @Component final class Asker { let pool: Pool }
    @Component final class Both {}

    enum Twice {
        @Provides static func first() -> Pool { Pool() }
        @Provides static func second() -> Pool { Pool() }
    }
    enum Same { @Provides static func both() -> Both { Both() } }
    @Component final class BothAsker { let both: Both }
    enum Lacking { @Provides static func pool(log: Log, @Named("x") sink: any Sink) -> Pool { Pool() } }
    enum Settings { @Provides static func port(@Named(setting: "f.port") port: Int) -> Pool { Pool() } }
    enum Circle {
        @Provides static func pool(log: Log) -> Pool { Pool() }
        @Provides static func log(pool: Pool) -> Log { Log() }
    }
    enum Awaited { @Provides(.scope(.prototype)) static func pool() async -> Pool { Pool() } }
    enum Lists {
        @Provides static func all() -> [Pool] { [] }
        @Provides static func asker(pools: [Pool]) -> Log { Log() }
    }
    enum Away {
        @Provides(.profile("other")) static func pool() -> Pool { Pool() }
    }
    enum Waiting { @Provides(.dependsOn("nothing")) static func pool() -> Pool { Pool() } }

    private static let name = String(reflecting: FunctionFaultTests.self)
    private static func error(_ prefixes: String..., classes: [String] = []) throws -> IOCError {
        let configuration = ContextConfiguration(
            prefixes: prefixes.map { "\(name).\($0)." }, classes: classes.map { "\(name).\($0)" })
        let checked = try #require(throws: IOCError.self) { try ApplicationContext.check(configuration) }
        let booted = try bootError(configuration)
        #expect(checked.description == booted.description)
        return booted
    }

    @Test("Two functions for one type are candidates like any two, each with its line")
    func twice() throws {
        let error = try Self.error("Twice", classes: ["Asker"])
        #expect(error.faults.map(\.code) == [.dependencyAmbiguous])
        for line in [14, 15] {
            #expect(error.description.contains("(IOCTests/FunctionFaultTests.swift:\(line))"), "\(error)")
        }
        let both = try Self.error("Same", classes: ["Both", "BothAsker"])
        #expect(both.faults.map(\.code) == [.dependencyAmbiguous])
        #expect(both.description.contains("(IOCTests/FunctionFaultTests.swift:17)"), "\(both)")
    }

    @Test("A parameter that nothing fits is named with the function and its line")
    func lacking() throws {
        let error = try Self.error("Lacking")
        #expect(error.faults.map(\.code) == [.dependencyMissing, .qualifierUnknown])
        #expect(error.description.contains("FunctionFaultTests.Lacking.pool(log:) needs"), "\(error)")
        #expect(error.description.contains("FunctionFaultTests.Lacking.pool(sink:) needs"), "\(error)")
        #expect(error.faults.allSatisfy { $0.location == "IOCTests/FunctionFaultTests.swift:19" })
    }

    @Test(
        "A setting without a value, an awaited prototype, and a list where lists are put together are faults of the function",
        arguments: [
            ("Settings", .settingMissing, "FunctionFaultTests.Settings.port(port:)"),
            ("Awaited", .asyncNeedsSingleton, "has an async function and the scope 'prototype'"),
            ("Lists", .shapeMeaningless, "write one definition for each element"),
        ] as [(String, IOCError.Code, String)])
    func function(world: String, code: IOCError.Code, says: String) throws {
        let error = try Self.error(world)
        #expect(error.faults.map(\.code) == [code])
        #expect(error.description.contains(says), "\(error)")
    }

    @Test("A circle of functions names their parameters")
    func circle() throws {
        let error = try Self.error("Circle")
        #expect(error.faults.map(\.code) == [.constructionCycle])
        #expect(!error.description.contains("initializer"), "\(error)")
    }

    @Test("A function that is left out, or that no prefix names, is a near miss")
    func nearMisses() throws {
        let away = try Self.error("Away", classes: ["Asker"])
        #expect(away.description.contains("FunctionFaultTests.Away.pool: its profile is 'other'"), "\(away)")
        #expect(away.description.contains("Twice.first: no prefix or class list names it"), "\(away)")
    }

    @Test("An unknown name in dependsOn is a fault at the annotation")
    func waiting() throws {
        let error = try Self.error("Waiting")
        #expect(error.faults.map(\.code) == [.dependsOnUnknown])
        #expect(error.faults[0].location?.hasPrefix("IOCTests/FunctionFaultTests.swift:") == true)
    }

    enum Whole {
        final class Made: Sendable {}
        final class Plain: Sendable {}
        @Provides static func made() -> Made { Made() }
    }

    @Test("A plain class under a prefix is no mistake, whether a function makes it or nothing does")
    func plain() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["\(Self.name).Whole."]))
        let notices = context.report.notices.map(\.description)
        #expect(notices.filter { $0.contains("Whole.") } == [])
    }
}
