import FoundationEssentials
import IOC
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
        @Value("database") var database = Database(host: "default", port: 1)
        @Value("database") var optional: Database?
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
        private(set) var seenPort = 0
        init() { seenPort = port }
    }
    actor Reader: IOCComponent {
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
    final class Handler: @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("server.port") var port: Int
    }

    static let settings: SettingValue = [
        "server": ["port": 80, "host": "h"], "database": ["host": "db", "port": 5432],
    ]

    @Test("Settings are filled from the sources, with defaults and nil if no source has them")
    func fills() throws {
        let server = try ApplicationContext(.reading(Server.self, settings: Self.settings)).component(Server.self)
        #expect(server.port == 80 && server.host == "h" && server.motd == nil && server.tags == ["x"])
        #expect(server.database.port == 5432 && server.optional?.host == "db")
        #expect(server.$port.isFilled && server.$port.key == "server.port")
    }

    @Test("Boot reports missing and unconvertible settings together with missing components")
    func boots() throws {
        let error = try bootError(.reading(Faulty.self, settings: Self.settings))
        #expect(
            Set(error.faults.map { "\($0.injectionPoint ?? "") \($0.code)" }) == [
                "Faulty.host setting-missing", "Faulty.port setting-conversion", "Faulty.missing dependency-missing",
            ])
        #expect(error.faults.allSatisfy { $0.location?.hasPrefix("IOCTests/ValueTests.swift:") == true })
        #expect(error.faults.first { $0.code == .settingMissing }?.suggestion == "server.host")
        #expect(error.faults.first { $0.code == .settingConversion }?.wanted == "Bool")
    }

    @Test("A lazy component's settings are checked when it is created")
    func lazily() throws {
        let context = try ApplicationContext(.reading(LazyFaulty.self, settings: Self.settings))
        for _ in 0..<2 {
            let error = try #require(throws: IOCError.self) { try context.component(LazyFaulty.self) }
            #expect(error.faults.map(\.code) == [.settingMissing])
            #expect(error.faults[0].injectionPoint == "LazyFaulty.host")
        }
    }

    @Test("A setting can be read in a prototype, in init(), in an actor, and under one name in sub- and superclass")
    func places() async throws {
        let context = try ApplicationContext(
            .reading(PrototypeReader.self, ReadsInInit.self, Reader.self, Derived.self, settings: Self.settings))
        for _ in 0..<2 { #expect(try context.component(PrototypeReader.self).port == 80) }
        #expect(try context.component(ReadsInInit.self).seenPort == 80)
        #expect(try await context.component(Reader.self).current == 80)
        let derived = try context.component(Derived.self)
        #expect(derived.basePort == 80 && derived.derivedPort == "h")
    }

    @Test("A setting can be assigned without a container")
    func assigns() {
        let server = Server()
        server.port = 1
        server.host = "localhost"
        server.port += 1
        #expect(server.port == 2 && server.host == "localhost")
    }

    @Test("An object that no context built reads through the current one, on many threads")
    func unmanaged() async throws {
        let context = try ApplicationContext(.reading(settings: Self.settings))
        let handler = Handler()
        let sum = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { ApplicationContext.withCurrent(context) { handler.port } } }
            return await group.reduce(0, +)
        }
        #expect(sum == 16 * 80)
        let empty = try ApplicationContext(.reading())
        let missing = try #require(throws: IOCError.self) {
            try ApplicationContext.withCurrent(empty) { try Handler().$port.get() }
        }
        let alone = try #require(throws: IOCError.self) { try Handler().$port.get() }
        #expect(missing.code == .settingMissing && alone.code == .contextMissing)
        #expect([missing, alone].allSatisfy { $0.faults[0].location?.hasPrefix("IOCTests/ValueTests.swift:") == true })
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
}
