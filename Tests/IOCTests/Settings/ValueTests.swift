import FoundationEssentials
import IOC
import TestSupport
import Testing

@Suite("Wrapped properties with values")
struct ValueTests {
    struct Database: Decodable, Sendable {
        var host: String
        var port: Int
    }
    final class Server: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("server.port") var port = 8080
        @Value("server.host") var host: String
        @Value("server.motd") var motd: String?
        @Value("server.tags") var tags: [String] = ["x"]
        @Value("database") var database: Database
        @Autowired var other: SettingBystander
    }
    @Component final class Faulty {
        @Value("server.hots") var host: String
        @Value("server.port") var port: Bool
        @Autowired var missing: Server
    }
    final class LazyFaulty: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.lazy] }
        @Value("server.hots") var host: String
    }
    final class PrototypeReader: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Value("server.port") var port: Int
    }
    final class ReadsInInit: IOCComponent, @unchecked Sendable {
        // Sound: what is not wrapped never changes.
        @Value("server.port") var port = 1
        let seen: Int
        init() {
            seen = 0
            let port = self.port
            seenPort = port
        }
        private(set) var seenPort = 0
    }
    actor Worker: IOCComponent {
        @Value("server.port") var port: Int
        var current: Int { port }
    }
    class Base: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("server.port") private var port: Int
        required init() {}
        var basePort: Int { port }
    }
    final class Derived: Base, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("server.host") private var port: String
        var derivedPort: String { port }
    }
    final class Reader: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("database") var database = Database(host: "default", port: 1)
        @Value("database") var optional: Database?
    }
    final class Handler {
        @Value("server.port") var port: Int
    }

    static let settings: SettingValue = [
        "server": ["port": 80, "host": "h"], "database": ["host": "db", "port": 5432],
    ]

    @Test("Settings are filled from the sources, with defaults and nil where nobody has them")
    func fills() throws {
        let context = try ApplicationContext(
            .reading(Server.self, SettingBystander.self, settings: Self.settings))
        let server = try context.component(Server.self)
        #expect(server.port == 80)
        #expect(server.host == "h")
        #expect(server.motd == nil)
        #expect(server.tags == ["x"])
        #expect(server.database.port == 5432)
        #expect(server.$port.isFilled)
        #expect(server.$port.key == "server.port")
        #expect(try server.other === context.component(SettingBystander.self))
    }

    @Test("Boot tells of missing and unfitting settings together with missing components")
    func boots() throws {
        let error = try bootError(.reading(Faulty.self, settings: Self.settings))
        #expect(Set(error.faults.map(\.code)) == [.settingMissing, .settingConversion, .dependencyMissing])
        let missing = try #require(error.faults.first { $0.code == .settingMissing })
        #expect(missing.injectionPoint == "Faulty.host")
        #expect(missing.location?.hasPrefix("IOCTests/ValueTests.swift:") == true)
        #expect(
            missing.description.hasPrefix(
                "setting-missing: Faulty.host needs the setting 'server.hots', and no source has it\n"))
        #expect(missing.suggestion == "server.host")
        #expect(
            missing.description.hasSuffix(
                "set 'server.hots' under \"settings\", or SERVER_HOTS in the environment, or give it a default"
            ))
        let conversion = try #require(error.faults.first { $0.code == .settingConversion })
        #expect(
            conversion.description.contains(
                "   value       80, from ContextConfiguration.settings.server.port in code\n"))
        #expect(conversion.description.hasSuffix("give 'server.port' true or false"))
        #expect(conversion.wanted == "Bool")
    }

    @Test("A lazy component's settings are checked when it is made")
    func lazily() throws {
        let context = try ApplicationContext(.reading(LazyFaulty.self, settings: Self.settings))
        for _ in 0..<2 {
            let error = try #require(throws: IOCError.self) { try context.component(LazyFaulty.self) }
            #expect(error.faults.map(\.code) == [.settingMissing])
            #expect(error.faults[0].injectionPoint == "LazyFaulty.host")
        }
    }

    @Test("A prototype's settings are filled in every instance")
    func prototypes() throws {
        let context = try ApplicationContext(.reading(PrototypeReader.self, settings: Self.settings))
        #expect(try context.component(PrototypeReader.self).port == 80)
        #expect(try context.component(PrototypeReader.self).port == 80)
    }

    @Test("A setting can be read in init(), in an actor, and under one name in sub- and superclass")
    func places() async throws {
        let context = try ApplicationContext(
            .reading(ReadsInInit.self, Worker.self, Derived.self, settings: Self.settings))
        #expect(try context.component(ReadsInInit.self).seenPort == 80)
        #expect(try await context.component(Worker.self).current == 80)
        #expect(try context.component(Derived.self).basePort == 80)
        #expect(try context.component(Derived.self).derivedPort == "h")
    }

    @Test("A setting can be assigned without a container")
    func assigns() {
        let server = Server()
        server.port = 1
        server.host = "localhost"
        server.port += 1
        #expect(server.port == 2)
        #expect(server.host == "localhost")
    }

    @Test("An object that no context built reads through the current one")
    func unmanaged() throws {
        let context = try ApplicationContext(.reading(settings: Self.settings))
        #expect(ApplicationContext.withCurrent(context) { Handler().port } == 80)
        let empty = try ApplicationContext(.reading())
        let error = try #require(throws: IOCError.self) {
            try ApplicationContext.withCurrent(empty) { try Handler().$port.get() }
        }
        #expect(error.code == .settingMissing)
        #expect(error.description.contains("ValueTests.swift:"))
    }

    @Test("An object that is injected into has its settings checked at once")
    func injectInto() throws {
        let context = try ApplicationContext(.reading(settings: Self.settings))
        let handler = Handler()
        try context.inject(into: handler)
        #expect(handler.$port.isFilled)
        let empty = try ApplicationContext(.reading())
        let error = try #require(throws: IOCError.self) { try empty.inject(into: Handler()) }
        #expect(error.faults[0].injectionPoint == "Handler.port")
    }

    @Test("Without a context, reading with try says there is none")
    func contextMissing() throws {
        let error = try #require(throws: IOCError.self) { try Handler().$port.get() }
        #expect(error.code == .contextMissing)
        #expect(error.description.contains("ValueTests.swift:"))
    }

    @Test("A plain read of a missing setting stops the program with the report", .promptly)
    func plainReadStops() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ExitTestProcess.leaveOutBacktrace()
            let context = try ApplicationContext(.reading())
            _ = ApplicationContext.withCurrent(context) { Handler().port }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("setting-missing"))
    }

    @Test("A subtree can be put together by variables alone; a default holds where none is set")
    func subtreeOfVariables() throws {
        func reader(_ environment: [String: String]) throws -> (Database, Database?) {
            let configuration = ContextConfiguration.reading(Reader.self, environment: environment)
            let reader = try ApplicationContext(configuration).component(Reader.self)
            return (reader.database, reader.optional)
        }
        let none = try reader([:])
        #expect(none.0.host == "default")
        #expect(none.1 == nil)
        let both = try reader(["DATABASE_HOST": "db", "DATABASE_PORT": "2"])
        #expect(both.0.port == 2)
        #expect(both.1?.host == "db")
        let error = try #require(throws: IOCError.self) { try reader(["DATABASE_HOST": "db"]) }
        #expect(error.description.contains("the setting 'database.port', and no source has it"))
    }

    final class Listing: IOCComponent, @unchecked Sendable {
        @Value("listing.names") var names: [String]
    }

    @Test("The elements of a variable's list come without any blank at their ends")
    func blanks() throws {
        let configuration = ContextConfiguration.reading(
            Listing.self, environment: ["LISTING_NAMES": "  one \t , two,three  "])
        let listing = try ApplicationContext(configuration).component(Listing.self)
        #expect(listing.names == ["one", "two", "three"])
    }

    @Test("Many threads read one setting")
    func threads() async throws {
        let context = try ApplicationContext(.reading(settings: Self.settings))
        let handler = Unchecked(Handler())
        let sum = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask { ApplicationContext.withCurrent(context) { handler.value.port } }
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 16 * 80)
    }

    private struct Unchecked<Content>: @unchecked Sendable {
        // Sound: the content's only state is wrapped.
        let value: Content
        init(_ value: Content) { self.value = value }
    }
}
