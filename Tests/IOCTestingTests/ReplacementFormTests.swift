import IOC
import IOCBase
import IOCTesting
import Testing

enum Forms {
    class Base: @unchecked Sendable {
        // Sound: subclasses have no mutable state.
        var name: String { "base" }
    }
    @Component final class Own: Base {
        override var name: String { "own" }
    }
    final class FakeBase: Base, @unchecked Sendable {
        // Sound: nothing changes.
        override var name: String { "fake" }
    }
    final class Around: Base, @unchecked Sendable {
        // Sound: nothing changes.
        let inner: Base
        init(_ inner: Base) { self.inner = inner }
        override var name: String { "around \(inner.name)" }
    }
    @Component final class ByBase {
        let base: Base
        let all: [Base]
        let later: Provider<Base>
        @Autowired var property: Base
        var names: [String] {
            get throws { [base.name, property.name, try later().name] + all.map(\.name) }
        }
    }
    @Component final class ByOwn {
        let own: Own
    }
    @Component final class ByOwnLater {
        @Autowired var own: Own
    }

    protocol Step: Sendable { var number: Int { get } }
    @Component("first", .order(1)) final class First: Step { let number = 1 }
    @Component("second", .order(2)) final class Second: Step { let number = 2 }
    struct Fake: Step { let number = 7 }
    @Component final class Steps {
        let all: [any Step]
    }

    final class Kit: Assembly {
        let limit: Define<Int> = .value(3)
        let crate = Definition(.singleton) { (_: Kit) in Crate(size: 1) }
    }
    final class Crate: Sendable {
        let size: Int
        init(size: Int) { self.size = size }
    }

    // A server as a whole: a client that runs, a driver that is awaited, and a server that nothing depends on.
    protocol Driver: Sendable { func load() -> String }
    @Component final class Client: IOCService {
        static let runs = Guarded(0)
        func run() async throws {
            Self.runs.withLock { $0 += 1 }
            try await Task.sleep(for: .seconds(3600))
        }
    }
    @Component("driver", .dependsOn(Client.self), .dependsOn("migrations"), .retry(attempts: 3))
    final class StoredDriver: Driver {
        init(client: Client) async {}
        func load() -> String { "stored" }
    }
    @Component("migrations") final class Migrations: Startable {
        func start() async throws {}
    }
    struct MemoryDriver: Driver { func load() -> String { "memory" } }
    @Component final class Controller {
        let driver: any Driver
    }
    @Component final class Server: IOCService {
        let controller: Controller
        func run() async throws { Issue.record("the server runs in a test") }
    }
}

@Suite("A replacement")
struct ReplacementFormTests {
    static let base = ContextConfiguration.of(Forms.Own.self, Forms.ByBase.self)
    static let server = ContextConfiguration.of(
        Forms.Client.self, Forms.StoredDriver.self, Forms.Migrations.self, Forms.Controller.self, Forms.Server.self)

    typealias Change = @Sendable (inout ContextPatch) -> Void
    static let bySuperclass: [(Change, String)] = [
        ({ $0.replace(Forms.Base.self) { Forms.FakeBase() } }, "fake"),
        ({ $0.replace(named: "Own", as: Forms.Base.self) { Forms.FakeBase() } }, "fake"),
        ({ $0.replace(named: "Own") { Forms.FakeBase() } }, "fake"),
        ({ $0.wrap(Forms.Base.self) { Forms.Around($0) } }, "around own"),
        ({ $0.wrap(named: "Own", as: Forms.Base.self) { Forms.Around($0) } }, "around own"),
    ]

    @Test(
        "A replacement by a superclass fills a dependency of that class, in a test's context and in a patched one",
        arguments: bySuperclass.indices)
    func superclass(index: Int) throws {
        let (change, name) = Self.bySuperclass[index]
        if index == 2 {
            // A class beside the component's never fits where the component's own class is asked for.
            let error = #expect(throws: IOCError.self) {
                try withApplicationContext(Self.base, overrides: change) {}
            }
            #expect(error?.code == .bindingTargetDoesNotFit)
            #expect("\(error ?? IOCError([]))".contains("a test puts IOCTestingTests.Forms.FakeBase in its place"))
            return
        }
        try withApplicationContext(Self.base, overrides: change) {
            let names = try ApplicationContext.current.component(Forms.ByBase.self).names
            #expect(names == Array(repeating: name, count: 4))
            #expect(try ApplicationContext.current.component(Forms.Base.self).name == name)
        }
        let patched = try ApplicationContext(Self.base).patched(change)
        #expect(try patched.component(Forms.ByBase.self).names == Array(repeating: name, count: 4))
    }

    @Test("A property of a superclass gets the component of exactly that class before a replacement by it")
    func exact() throws {
        let configuration = ContextConfiguration.of(Parent.self, Child.self)
        try withApplicationContext(configuration, overrides: { $0.replace(Parent.self) { Parent(7) } }) {
            let context = try ApplicationContext.current
            #expect(try context.component(Parent.self).number == 7)
            #expect(try context.component(Child.self).number == 2)
        }
    }
    class Parent: IOCComponent, @unchecked Sendable {
        // Sound: nothing changes.
        let number: Int
        required init() { number = 1 }
        init(_ number: Int) { self.number = number }
    }
    final class Child: Parent, @unchecked Sendable {
        // Sound: nothing changes.
        required init() { super.init(2) }
    }

    @Test(
        "A replacement by a superclass does not fill a dependency of the component's own class, and the message names both",
        arguments: [0, 1, 3, 4])
    func ownClass(index: Int) throws {
        let (change, _) = Self.bySuperclass[index]
        let other = index < 3 ? "FakeBase" : "Around"
        func judge(_ error: IOCError?) {
            let text = "\(error ?? IOCError([]))"
            #expect(error?.code == .protocolMismatch)
            #expect(text.contains("Forms.Own is replaced by IOCTestingTests.Forms.\(other), which is not"), "\(text)")
        }
        judge(
            #expect(throws: IOCError.self) {
                try withApplicationContext(.of(Forms.Own.self, Forms.ByOwn.self), overrides: change) {}
            })
        try withApplicationContext(.of(Forms.Own.self, Forms.ByOwnLater.self), overrides: change) {
            let asking = try ApplicationContext.current.component(Forms.ByOwnLater.self)
            judge(#expect(throws: IOCError.self) { try asking.$own.get() })
        }
    }

    @Test("A replacement of one member of a list by type, protocol or name keeps the member's order")
    func members() throws {
        let configuration = ContextConfiguration.of(Forms.First.self, Forms.Second.self, Forms.Steps.self)
        func numbers(_ change: Change) throws -> [Int] {
            try withApplicationContext(configuration, overrides: change) {
                try ApplicationContext.current.component(Forms.Steps.self).all.map(\.number)
            }
        }
        #expect(try numbers { $0.replace(named: "first", as: (any Forms.Step).self) { Forms.Fake() } } == [7, 2])
        #expect(try numbers { $0.replace(named: "second", as: (any Forms.Step).self) { Forms.Fake() } } == [1, 7])
        let error = #expect(throws: IOCError.self) {
            try numbers { $0.replace((any Forms.Step).self) { Forms.Fake() } }
        }
        let text = "\(error ?? IOCError([]))"
        #expect(error?.code == .dependencyAmbiguous && text.contains("ReplacementFormTests.swift:"), "\(text)")
        #expect(text.contains(#"name one: named: "…", as: (any IOCTestingTests.Forms.Step).self"#), "\(text)")
        #expect(text.contains("first") && text.contains("second"))
    }

    @Test("A replacement may be a value or a definition of an assembly")
    func values() throws {
        let configuration = ContextConfiguration(assemblies: [String(reflecting: Forms.Kit.self)])
        try withApplicationContext(
            configuration,
            overrides: {
                $0.replace(Int.self) { 9 }
                $0.replace(named: "crate") { Forms.Crate(size: 5) }
            }
        ) {
            let context = try ApplicationContext.current
            #expect(try context.component(Int.self) == 9)
            #expect(try context.component(Forms.Crate.self).size == 5)
        }
    }

    @Test("A replacement of an awaited component needs no start, and nothing that the component starts after")
    func awaited() throws {
        try withApplicationContext(
            Self.server,
            overrides: {
                $0.replace((any Forms.Driver).self) { Forms.MemoryDriver() }
                $0.remove(Forms.Client.self)
                $0.remove(named: "migrations")
            }
        ) {
            let controller = try ApplicationContext.current.component(Forms.Controller.self)
            #expect(controller.driver.load() == "memory")
        }
    }

    @Test("A replacement of an awaited component has no start order in a patched context either")
    func awaitedPatched() throws {
        let patched = try ApplicationContext(Self.server).patched {
            $0.replace((any Forms.Driver).self) { Forms.MemoryDriver() }
        }
        #expect(try patched.component(Forms.Controller.self).driver.load() == "memory")
    }

    @Test(
        "A test that starts the real components doesn't run a server that nothing depends on",
        .applicationContext(server, starting: true))
    func started() async throws {
        let context = try ApplicationContext.current
        #expect(try context.component(Forms.Controller.self).driver.load() == "stored")
        #expect(Forms.Client.runs.withLock { $0 } == 1)
        #expect(await context.health(.ready).isWell)
    }
}
