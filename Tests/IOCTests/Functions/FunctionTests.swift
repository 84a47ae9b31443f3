import IOC
import IOCTesting
import LinkedComponents
import Testing

@Suite("Functions that provide components")
struct FunctionTests {
    final class Log: Sendable {
        let level: String
        init(level: String) { self.level = level }
    }
    protocol Orders: Sendable { var client: Client { get } }
    final class Client: Sendable {
        let host: String
        let log: Log
        init(host: String, log: Log = Log(level: "off")) { (self.host, self.log) = (host, log) }
    }
    struct MemoryOrders: Orders { let client: Client }
    actor Counter { var count = 0 }
    struct Pages: Sendable, Equatable { let folder: String }

    enum Server {
        @Provides static func log(@Named(setting: "log.level") level: String = "info") -> Log { Log(level: level) }
        @Provides("main", .primary)
        static func client(log: Log, @Named(setting: "database.host") host: String) -> Client {
            Client(host: host, log: log)
        }
        @Provides static func orders(client: Client) throws -> any Orders { MemoryOrders(client: client) }
        @Provides private static func pages() -> Pages { Pages(folder: "templates") }
        @Provides fileprivate static func counter() -> Counter { Counter() }
        @Provides static func now() -> @Sendable () -> Int { { 42 } }
        @Provides("replica", .lazy, .order(-1)) static func other(log: Log) -> Client {
            Client(host: "replica", log: log)
        }
    }
    /// It takes them by each form.
    @Component final class Desk {
        let orders: any Orders
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
    static let server = prefix + ".Server."
    static var shop: ContextConfiguration {
        ContextConfiguration(prefixes: [server], classes: [prefix + ".Desk"]).with {
            $0.settings = ["database": ["host": "db"]]
            $0.environment = [:]
        }
    }

    @Test("They are found by the prefix, checked, and passed in every form")
    func forms() throws {
        #expect(try ApplicationContext.check(Self.shop).componentCount == 8)
        let context = try ApplicationContext(Self.shop)
        let desk = try context.component(Desk.self)
        #expect(desk.orders.client === desk.client && desk.client === desk.again && desk.client.host == "db")
        #expect(desk.client.log === desk.log && desk.log.level == "info" && desk.replica.host == "replica")
        #expect(desk.clients.map(\.host) == ["replica", "db"] && desk.byName.keys.sorted() == ["main", "replica"])
        #expect(try desk.later() === desk.client)
        #expect(desk.pages == Pages(folder: "templates") && desk.absent == nil && desk.now() == 42)
        #expect(try context.component(Counter.self) === context.component(named: "counter", as: Counter.self))
    }

    @Test("Their names, types and lines are in the graph, in explanations and in the list of settings")
    func shown() async throws {
        let components = try ApplicationContext(Self.shop).graph.components
        let functions = ["counter", "log", "now", "orders", "pages"].map { Self.server + $0 }
        #expect(components.map(\.name) == [Self.prefix + ".Desk"] + functions + ["main", "replica"])
        let main = try #require(components.first { $0.name == "main" })
        #expect(main.typeName == Self.prefix + ".Client")
        #expect(main.origin.hasPrefix("IOCTests/FunctionTests.swift:"))
        #expect(main.dependencies.map(\.targets) == [[Self.server + "log"]])
        let folder = try TemporaryFolder()
        let text = """
            { "prefixes": ["\(Self.server)"], "classes": ["\(Self.prefix).Desk"],
              "settings": { "database.host": "x" } }
            """
        let file = try folder.write("shop.json", text)
        struct Program: ContainerProgram {}
        let explained = await programOutcome(Program(), ["--config", file, "--explain", "main"]).text
        #expect(explained.contains("main is \(Self.prefix).Client, a component of the scope singleton"))
        #expect(explained.contains("the prefix '\(Self.server)' matches it"))
        #expect(explained.contains("needs     .log: \(Self.server)log"))
        let help = await programOutcome(Program(), ["--config", file, "--help"]).text
        #expect(help.contains("FunctionTests.Server.client(host:) (IOCTests/FunctionTests.swift:"), "\(help)")
        #expect(await programOutcome(Program(), ["--config", file, "--check", "--log.level=debug"]).code == 0)
    }

    // MARK: Traits and entries

    enum Traits {
        @Provides(.scope(.prototype)) static func prototype(leaf: Leaf) -> Rounds { Rounds(leaf: leaf) }
        @Provides static func leaf() -> Leaf { Leaf() }
        @Provides(.fallback) static func spare() -> Rounds { Rounds(leaf: Leaf()) }
        @Provides(.profile("test")) static func onlyTest() -> Int { 1 }
        @Provides(.when(setting: "cache.on", equals: true)) static func cache() -> Bool { true }
        @Provides(.whenMissing(Leaf.self)) static func fallback() -> Leaf { Leaf() }
    }
    final class Rounds: Sendable {
        let leaf: Leaf
        init(leaf: Leaf) { self.leaf = leaf }
    }

    @Test("Traits decide about scope and presence as for classes")
    func traits() throws {
        var configuration = ContextConfiguration(prefixes: [Self.prefix + ".Traits."])
        let context = try ApplicationContext(configuration)
        let first = try context.component(Rounds.self)
        #expect(try first !== context.component(Rounds.self) && first.leaf === context.component(Leaf.self))
        #expect(context.shortNames == ["leaf", "prototype", "spare"])
        configuration.profiles = ["test"]
        configuration.settings = ["cache": ["on": true]]
        #expect(
            try ApplicationContext(configuration).shortNames == ["cache", "leaf", "onlyTest", "prototype", "spare"])
    }

    @Test("The file lists, excludes and changes them by name")
    func entries() throws {
        let text = """
            {
                "prefixes": ["\(Self.server)"], "exclude": ["\(Self.server)pages", "\(Self.server)orders"],
                "components": {
                    "main": { "primary": false, "scope": "prototype" }, "replica": { "primary": true },
                    "second": { "class": "\(Self.server)log", "lazy": true }
                },
                "settings": { "database.host": "x" }
            }
            """
        let folder = try TemporaryFolder()
        let context = try ApplicationContext(contentsOf: folder.write("shop.json", text))
        #expect(context.shortNames == ["counter", "now", "main", "replica", "second"])
        #expect(try context.component(Client.self).host == "replica")
        let main = try context.component(named: "main", as: Client.self)
        #expect(try main !== context.component(named: "main", as: Client.self))
        let classes = [Self.server + "counter", Self.server + "pages"]
        let listed = try ApplicationContext(ContextConfiguration(classes: classes))
        #expect(try listed.component(Pages.self).folder == "templates")
    }

    // MARK: Other packages

    @Test("A library's function, and one that extends its type, are found by the prefix of their own module")
    func library() throws {
        var configuration = ContextConfiguration(prefixes: ["LinkedComponents.LinkedPools."])
        configuration.settings = ["pool": ["name": "main"]]
        let context = try ApplicationContext(configuration)
        #expect(try context.component(LinkedPool.self).name == "main")
        #expect(try context.component(named: "linked", as: LinkedPool.self).name == "main")
        let extended = try ApplicationContext(ContextConfiguration(prefixes: ["IOCTests.LinkedPool."]))
        #expect(try extended.component(LinkedPool.self).name == "extended")
    }

    // MARK: Tests

    @Test("Tests replace and remove them by type and by name, and their own needs don't count then")
    func replaced() throws {
        var configuration = Self.shop
        configuration.settings = [:]
        var patch = ContextPatch()
        patch.replace((any Orders).self) { MemoryOrders(client: Client(host: "memory")) }
        patch.replace(named: "main") { Client(host: "fake") }
        patch.remove(named: "counter")
        let context = try ApplicationContext(configuration, patch: patch)
        let desk = try context.component(Desk.self)
        #expect(desk.orders.client.host == "memory" && desk.client.host == "fake")
        #expect(faultCodes { try context.component(Counter.self) } == [.dependencyMissing])
        patch.remove(Pages.self)
        let error = #expect(throws: IOCError.self) { try ApplicationContext(configuration, patch: patch) }
        #expect(error?.faults.first?.injectionPoint == "Desk.init(pages:)")
        #expect(expectWiring(of: Self.shop)?.componentCount == 8)
    }
}

extension LinkedPool {
    @Provides(.primary) static func extended() -> LinkedPool { LinkedPool(name: "extended") }
}
