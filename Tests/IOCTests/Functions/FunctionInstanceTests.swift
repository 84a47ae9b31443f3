import IOC
import IOCBase
import Testing

/// Instances that are more than their function promises.
@Suite("What functions return", .timeLimit(.minutes(30)))
struct FunctionInstanceTests {
    private static let name = String(reflecting: FunctionInstanceTests.self)
    private static func boot(_ prefixes: String..., classes: [String] = []) throws -> ApplicationContext {
        try ApplicationContext(
            ContextConfiguration(prefixes: prefixes.map { "\(name).\($0)" }, classes: classes.map { "\(name).\($0)" }))
    }

    // MARK: Aliases

    protocol Alias: Sendable {}
    @Component final class Clock: Alias, Startable {
        let calls = Guarded<[String]>([])
        func didInject() { calls.withLock { $0.append("injected") } }
        func start() { calls.withLock { $0.append("started") } }
    }
    final class Log: Sendable {}
    enum Aliases {
        @Provides static func log() -> Log { Log() }
        @Provides(.primary) static func alias(clock: Clock, log: Log) -> any Alias { clock }
    }

    @Test("A function may return one of its arguments, which is injected and started once")
    func alias() async throws {
        let context = try ApplicationContext(
            ContextConfiguration(prefixes: ["\(Self.name).Aliases."], classes: ["\(Self.name).Clock"]))
        try await context.start()
        let clock = try context.component(Clock.self)
        #expect(try context.component((any Alias).self) as? Clock === clock)
        #expect(clock.calls.withLock { $0 } == ["injected", "started"])
        try await context.stop()
    }

    // MARK: Wrapped properties

    protocol Page: Sendable { var log: Log { get } }
    final class LogPage: Page, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var log: Log
    }
    enum Wrapped {
        @Provides static func page() -> any Page { LogPage() }
        @Provides("exact") static func exact() -> LogPage { LogPage() }
    }

    @Test("Wrapped properties of what a function returns are filled, also behind a protocol")
    func wrapped() throws {
        let context = try Self.boot("Wrapped.", "Aliases.log")
        let log = try context.component(Log.self)
        #expect(try context.component(named: "\(Self.name).Wrapped.page", as: (any Page).self).log === log)
        #expect(try context.component(named: "exact", as: LogPage.self).log === log)
        let lacking = try #require(throws: IOCError.self) { try Self.boot("Wrapped.exact") }
        #expect(lacking.faults.map(\.code) == [.dependencyMissing])
    }

    // MARK: Traits of starts

    final class Harbour: Sendable {
        let lines = Guarded<[String]>([])
        func note(_ line: String) { lines.withLock { $0.append(line) } }
    }
    static let harbour = Harbour()
    protocol Server: Sendable { var version: Int { get } }
    final class Heir: Server, IOCService, TakesOverAtReload {
        let version: Int
        init(version: Int) { self.version = version }
        func takeOver(from predecessor: Heir) {
            FunctionInstanceTests.harbour.note("\(version) takes over from \(predecessor.version)")
        }
        func run() async throws { try await untilCancelled() }
    }
    struct Unready: Error {}
    final class Flaky: Startable {
        let attempts = Guarded(0)
        func start() throws {
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt < 3 { throw Unready() }
        }
    }
    enum Starts {
        @Provides static func server(@Named(setting: "version") version: Int) -> any Server { Heir(version: version) }
    }
    enum Retries {
        @Provides(.retry(attempts: 3, delay: .zero)) static func flaky() -> Flaky { Flaky() }
        @Provides(.fallback) static func fallback() -> Log { Log() }
        @Provides("preferred", .dependsOn("flaky")) static func preferred() -> Log { Log() }
    }

    @Test("At a reload, what a function returns takes over from its predecessor, also behind a protocol")
    func reload() async throws {
        let folder = try TemporaryFolder()
        func write(_ version: Int) throws -> String {
            let text = #"{ "prefixes": ["\#(Self.name).Starts."], "settings": { "version": \#(version) } }"#
            return try folder.write("server.json", text)
        }
        let context = try ApplicationContext(contentsOf: write(1))
        try await context.start()
        _ = try write(2)
        let next = try await context.reloading()
        #expect(try next.component((any Server).self).version == 2)
        #expect(Self.harbour.lines.withLock { $0 } == ["2 takes over from 1"])
        try await next.stop()
    }

    @Test("A failed start is retried, a fallback is the last choice, and the order is as stated")
    func starts() async throws {
        let context = try Self.boot("Retries.")
        try await context.start()
        #expect(try context.component(Flaky.self).attempts.withLock { $0 } == 3)
        let preferred = try context.component(named: "preferred", as: Log.self)
        #expect(try context.component(Log.self) === preferred)
        try await context.stop()
    }

    // MARK: What boot uses

    final class Counting: InstancePostProcessor, ContextObserver {
        func process(_ instance: Any, named name: String) -> Any {
            FunctionInstanceTests.seen.withLock { $0.append("processed \(name)") }
            return instance
        }
        func handle(_ event: ContextEvent) {
            if event.kind == .made { FunctionInstanceTests.seen.withLock { $0.append("made \(event.component)") } }
        }
    }
    final class Changing: DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) {
            if definition.name == "seen" { definition.scope = .prototype }
        }
    }
    static let seen = Guarded<[String]>([])
    enum Processing {
        @Provides static func definitions() -> any DefinitionPostProcessor { Changing() }
        @Provides static func instances() -> any InstancePostProcessor { Counting() }
        @Provides static func observer() -> any ContextObserver { Counting() }
        @Provides("seen") static func log() -> Log { Log() }
    }

    @Test("Functions may return post-processors and observers")
    func processors() throws {
        let context = try Self.boot("Processing.")
        _ = try context.component(Log.self)
        #expect(Self.seen.withLock { $0 }.filter { $0.hasSuffix("seen") } == ["made seen", "processed seen"])
        #expect(try context.component(Log.self) !== context.component(Log.self))
    }
}
