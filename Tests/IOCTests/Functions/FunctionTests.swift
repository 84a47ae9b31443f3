import IOC
import IOCBase
import IOCTesting
import LinkedComponents
import Testing

/// Components made by functions.
@Suite("Functions that provide components")
struct FunctionTests {
    final class Log: Sendable {
        let level: String
        init(level: String) { self.level = level }
    }
    protocol Store: Sendable { var client: Client { get } }
    final class Client: Sendable {
        let host: String
        let log: Log
        init(host: String, log: Log) { (self.host, self.log) = (host, log) }
    }
    struct MemoryStore: Store { let client: Client }
    actor Counter { var count = 0 }
    struct Pages: Sendable, Equatable { let folder: String }

    enum Server {
        @Provides static func log(@Named(setting: "log.level") level: String = "info") -> Log { Log(level: level) }
        @Provides("main", .primary)
        static func client(log: Log, @Named(setting: "database.host") host: String) -> Client {
            Client(host: host, log: log)
        }
        @Provides static func store(client: Client) throws -> any Store { MemoryStore(client: client) }
        @Provides private static func pages() -> Pages { Pages(folder: "templates") }
        @Provides fileprivate static func counter() -> Counter { Counter() }
        @Provides static func now() -> @Sendable () -> Int { { 42 } }
        @Provides("replica", .lazy, .order(-1)) static func other(log: Log) -> Client {
            Client(host: "replica", log: log)
        }
    }
    /// What takes them, by each form.
    @Component final class Desk {
        let store: any Store
        let client: Client
        @Injected("replica") let replica: Client
        let clients: [Client]
        let byName: [String: Client]
        let later: Provider<Client>
        let pages: Pages
        let absent: LinkedPool?
        let now: @Sendable () -> Int
        @Autowired var log: Log
        @Autowired("main") var again: Client
    }

    static let prefix = String(reflecting: FunctionTests.self)
    static var shop: ContextConfiguration {
        var configuration = ContextConfiguration(prefixes: [prefix + ".Server."], classes: [prefix + ".Desk"])
        configuration.settings = ["database": ["host": "db"]]
        configuration.environment = [:]
        return configuration
    }

    @Test("They are found by the prefix, checked, and passed in every form")
    func forms() throws {
        #expect(try ApplicationContext.check(Self.shop).componentCount == 8)
        let context = try ApplicationContext(Self.shop)
        let desk = try context.component(Desk.self)
        #expect(desk.store.client === desk.client)
        #expect(desk.client === desk.again)
        #expect(desk.client.host == "db")
        #expect(desk.client.log === desk.log)
        #expect(desk.log.level == "info")
        #expect(desk.replica.host == "replica")
        #expect(desk.clients.map(\.host) == ["replica", "db"])
        #expect(desk.byName.keys.sorted() == ["main", "replica"])
        #expect(try desk.later() === desk.client)
        #expect(desk.pages == Pages(folder: "templates"))
        #expect(desk.absent == nil)
        #expect(desk.now() == 42)
        #expect(try context.component(Counter.self) === context.component(named: "counter", as: Counter.self))
    }

    @Test("Their names, types and lines are in the graph, in explanations and in the list of settings")
    func shown() async throws {
        let context = try ApplicationContext(Self.shop)
        let components = context.graph.components
        let server = Self.prefix + ".Server."
        #expect(
            components.map(\.name) == [
                Self.prefix + ".Desk", server + "counter", server + "log", server + "now", server + "pages",
                server + "store", "main", "replica",
            ])
        let main = try #require(components.first { $0.name == "main" })
        #expect(main.typeName == Self.prefix + ".Client")
        #expect(main.origin.hasPrefix("IOCTests/FunctionTests.swift:"))
        #expect(main.dependencies.map(\.targets) == [[server + "log"]])
        let folder = try TemporaryFolder()
        let text = """
            { "prefixes": ["\(server)"], "classes": ["\(Self.prefix).Desk"], "settings": { "database.host": "x" } }
            """
        let file = try folder.write("shop.json", text)
        struct Program: ContainerProgram {}
        let explained = await programOutcome(Program(), ["--config", file, "--explain", "main"]).text
        #expect(explained.contains("main is \(Self.prefix).Client, a component of the scope singleton"))
        #expect(explained.contains("the prefix '\(server)' matches it"))
        #expect(explained.contains("needs     .log: \(server)log"))
        let help = await programOutcome(Program(), ["--config", file, "--help"]).text
        #expect(help.contains("FunctionTests.Server.client(host:) (IOCTests/FunctionTests.swift:"), "\(help)")
        let check = await programOutcome(Program(), ["--config", file, "--check", "--log.level=debug"])
        #expect(check.code == 0, "\(check)")
    }

    // MARK: Traits and entries

    enum Traits {
        @Provides(.scope(.prototype)) static func prototype(client: Plain) -> Wheel { Wheel(plain: client) }
        @Provides static func plain() -> Plain { Plain() }
        @Provides(.profile("test")) static func onlyTest() -> Int { 1 }
        @Provides(.when(setting: "cache.on", equals: true)) static func cache() -> Bool { true }
        @Provides(.whenMissing(Plain.self)) static func fallback() -> Plain { Plain() }
    }
    final class Plain: Sendable {}
    final class Wheel: Sendable {
        let plain: Plain
        init(plain: Plain) { self.plain = plain }
    }

    @Test("Traits decide about scope and presence as for classes")
    func traits() throws {
        var configuration = ContextConfiguration(prefixes: [Self.prefix + ".Traits."])
        let context = try ApplicationContext(configuration)
        let first = try context.component(Wheel.self)
        #expect(try first !== context.component(Wheel.self))
        #expect(try first.plain === context.component(Plain.self))
        #expect(context.graph.components.map { $0.name.split(separator: ".").last } == ["plain", "prototype"])
        configuration.profiles = ["test"]
        configuration.settings = ["cache": ["on": true]]
        let all = try ApplicationContext(configuration)
        #expect(all.graph.components.count == 4)
        #expect(try all.component(Int.self) == 1)
    }

    @Test("The file lists, excludes and changes them by name")
    func entries() throws {
        let server = Self.prefix + ".Server."
        let text = """
            {
                "prefixes": ["\(server)"], "exclude": ["\(server)pages", "\(server)store"],
                "components": {
                    "main": { "primary": false, "scope": "prototype" }, "replica": { "primary": true },
                    "second": { "class": "\(server)log", "lazy": true }
                },
                "settings": { "database.host": "x" }
            }
            """
        let folder = try TemporaryFolder()
        let context = try ApplicationContext(contentsOf: folder.write("shop.json", text))
        let names = context.graph.components.map { $0.name.replacing(server, with: "") }
        #expect(names == ["counter", "now", "main", "replica", "second"])
        #expect(try context.component(Client.self).host == "replica")
        let main = try context.component(named: "main", as: Client.self)
        #expect(try main !== context.component(named: "main", as: Client.self))
        let listed = try ApplicationContext(ContextConfiguration(classes: [server + "counter", server + "pages"]))
        #expect(try listed.component(Pages.self).folder == "templates")
    }

    @Test("A name that is nearly right is corrected")
    func misspelled() throws {
        let error = try bootError(ContextConfiguration(classes: [Self.prefix + ".Server.conter"]))
        #expect(error.description.contains("did you mean '\(Self.prefix).Server.counter'?"), "\(error)")
    }

    // MARK: Other packages

    @Test("A library's function is found by its prefix, and its settings are read")
    func library() throws {
        var configuration = ContextConfiguration(prefixes: ["LinkedComponents.LinkedPools."])
        configuration.settings = ["pool": ["name": "main"]]
        let context = try ApplicationContext(configuration)
        #expect(try context.component(LinkedPool.self).name == "main")
        #expect(try context.component(named: "linked", as: LinkedPool.self).name == "main")
    }

    @Test("A function in an extension of another package's type is found by the program's own prefix")
    func extending() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["IOCTests.LinkedPool."]))
        #expect(try context.component(LinkedPool.self).name == "extended")
    }

    // MARK: Tests

    @Test("Tests replace and remove them by type and by name, and their own needs don't count then")
    func replaced() throws {
        var patch = ContextPatch()
        patch.replace((any Store).self) { MemoryStore(client: Client(host: "memory", log: Log(level: "off"))) }
        patch.replace(named: "main") { Client(host: "fake", log: Log(level: "off")) }
        patch.remove(named: "counter")
        patch.remove(Pages.self)
        patch.replace(named: "log") { Log(level: "off") }
        let error = #expect(throws: IOCError.self) { try ApplicationContext(Self.shop, patch: patch) }
        #expect(error?.description.contains("Desk.init(pages:) needs") == true, "\(String(describing: error))")
        patch = ContextPatch()
        patch.replace((any Store).self) { MemoryStore(client: Client(host: "memory", log: Log(level: "off"))) }
        patch.replace(named: "main") { Client(host: "fake", log: Log(level: "off")) }
        patch.remove(named: "counter")
        var configuration = Self.shop
        configuration.settings = [:]
        let context = try ApplicationContext(configuration, patch: patch)
        let desk = try context.component(Desk.self)
        #expect(desk.store.client.host == "memory")
        #expect(desk.client.host == "fake")
        #expect(throws: IOCError.self) { try context.component(Counter.self) }
        #expect(expectWiring(of: Self.shop)?.componentCount == 8)
    }
}

extension LinkedPool {
    @Provides(.primary) static func extended() -> LinkedPool { LinkedPool(name: "extended") }
}
