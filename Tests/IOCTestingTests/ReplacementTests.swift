import IOC
import IOCBase
import IOCTesting
import Testing

typealias Change = @Sendable (inout ContextPatch) throws -> Void

/// A change that a test can't make.
struct ImpossibleChange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let configuration: ContextConfiguration
    let code: IOCError.Code
    /// Parts of the message.
    let says: [String]
    let change: Change

    init(
        _ description: String, in configuration: ContextConfiguration = .shop, _ code: IOCError.Code, _ says: [String],
        _ change: @escaping Change
    ) {
        (testDescription, self.configuration) = (description, configuration)
        (self.code, self.says, self.change) = (code, says, change)
    }

    func check() {
        let error = #expect(throws: IOCError.self) { try withApplicationContext(configuration, overrides: change) {} }
        #expect(error?.faults.contains { $0.code == code } == true, "\(error?.description ?? "")")
        for text in says { #expect(error?.description.contains(text) == true, "\(error?.description ?? "")") }
    }
}

@Suite("Replacements in tests")
struct ReplacementTests {
    @Component class Base {
        required init() {}
        var name: String { "base" }
    }
    @Component final class Own: Base {
        override var name: String { "own" }
    }
    final class FakeBase: Base, @unchecked Sendable {
        override var name: String { "fake" }
    }
    final class Around: Base, @unchecked Sendable {
        // Sound: nothing changes after the initializer.
        private var inner = Base()
        convenience init(_ inner: Base) {
            self.init()
            self.inner = inner
        }
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
        let text = Definition(.singleton) { (_: Kit) in "original" }
    }
    @Component(.profile("night")) final class Nightly {}
    final class UnusedMailer: Mailer {
        func send(_ text: String) {}
    }

    static let configuration = ContextConfiguration.of(Own.self, ByBase.self)

    // MARK: What a replacement does

    @Test(
        "A replaced component is never created, and its dependencies may be missing",
        .applicationContext(.of(Station.self, Satellite.self)) { $0.replace((any Dish).self) { FakeDish() } })
    func neverMade() throws {
        #expect(try ApplicationContext.current.component(Station.self).dish is FakeDish)
        #expect(Satellite.made.withLock { $0 } == 0)
    }

    final class ClockMailer: Mailer, @unchecked Sendable {
        @Autowired var clock: any Clock
        func send(_ text: String) {}
    }

    @Test(
        "A replacement is injected itself",
        .applicationContext(.shop) { $0.replace(named: "mailer", as: (any Mailer).self) { ClockMailer() } })
    func injected() throws {
        let mailer = try #require(try ApplicationContext.current.component(Ledger.self).mailer as? ClockMailer)
        #expect(mailer.clock.now == 1)
    }

    final class Wired: IOCComponent, Dish, @unchecked Sendable {
        @Autowired var clock: SystemClock
    }

    static let byOwnClass: [Change] = [
        { $0.replace(Wired.self) { Wired() } }, { $0.replace((any Dish).self) { Wired() } },
        { $0.replace(named: "Wired", as: (any Dish).self) { Wired() } },
    ]

    @Test("A replacement of the component's own class is injected, too", arguments: byOwnClass.indices)
    func sameClass(index: Int) throws {
        let context = try ApplicationContext(.of(Wired.self, SystemClock.self)).patched(Self.byOwnClass[index])
        let wired = try context.component(Wired.self)
        #expect(try wired.$clock.get() === context.component(SystemClock.self))
    }

    @Test(
        "A replacement is created for each context anew, with what the closure around it created",
        .applicationContext(.shop) {
            let recorder = RecordingMailer(around: UnusedMailer())
            $0.replace((any Mailer).self) { recorder }
        }, arguments: 0..<4)
    func anew(number: Int) throws {
        let ledger = try ApplicationContext.current.component(Ledger.self)
        ledger.enter("\(number)")
        #expect((ledger.mailer as? RecordingMailer)?.sent == ["\(number)"])
    }

    static let bySuperclass: [(change: Change, name: String, type: String)] = [
        ({ $0.replace(Base.self) { FakeBase() } }, "fake", "FakeBase"),
        ({ $0.replace(named: "Own", as: Base.self) { FakeBase() } }, "fake", "FakeBase"),
        ({ $0.wrap(Base.self) { Around($0) } }, "around own", "Around"),
        ({ $0.wrap(named: "Own", as: Base.self) { Around($0) } }, "around own", "Around"),
    ]

    @Test(
        "A replacement by a superclass fills a dependency of that class, in a test's context and in a patched one",
        arguments: bySuperclass.indices)
    func superclass(index: Int) throws {
        let (change, name, _) = Self.bySuperclass[index]
        let names = Array(repeating: name, count: 4)
        try withApplicationContext(Self.configuration, overrides: change) {
            let context = try ApplicationContext.current
            #expect(try context.component(ByBase.self).names == names)
            #expect(try context.component(Base.self).name == name)
        }
        let patched = try ApplicationContext(Self.configuration).patched(change)
        #expect(try patched.component(ByBase.self).names == names)
    }

    @Test("A property of a superclass gets the component of exactly that class before a replacement by it")
    func exact() throws {
        try withApplicationContext(.of(Base.self, Own.self), overrides: { $0.replace(Base.self) { FakeBase() } }) {
            let context = try ApplicationContext.current
            #expect(try context.component(Base.self).name == "fake")
            #expect(try context.component(Own.self).name == "own")
        }
    }

    @Test(
        "A replacement by a superclass does not fill a dependency of the component's own class, and the message names both",
        arguments: bySuperclass.indices)
    func ownClass(index: Int) throws {
        let (change, _, type) = Self.bySuperclass[index]
        func judge(_ error: IOCError?) {
            let text = "\(error ?? IOCError([]))"
            #expect(error?.code == .protocolMismatch)
            #expect(
                text.contains("Own is replaced by IOCTestingTests.ReplacementTests.\(type), which is not"), "\(text)")
        }
        judge(
            #expect(throws: IOCError.self) {
                try withApplicationContext(.of(Own.self, ByOwn.self), overrides: change) {}
            })
        try withApplicationContext(.of(Own.self, ByOwnLater.self), overrides: change) {
            let asking = try ApplicationContext.current.component(ByOwnLater.self)
            judge(#expect(throws: IOCError.self) { try asking.$own.get() })
        }
    }

    @Test(
        "A replacement of one member of a list keeps the member's order",
        arguments: [("first", [7, 2]), ("second", [1, 7])])
    func members(name: String, numbers: [Int]) throws {
        let configuration = ContextConfiguration.of(First.self, Second.self, Steps.self)
        try withApplicationContext(
            configuration, overrides: { $0.replace(named: name, as: (any Step).self) { Fake() } }
        ) {
            let context = try ApplicationContext.current
            #expect(try context.component(Steps.self).all.map(\.number) == numbers)
        }
    }

    @Test("A replacement may be a value or a definition of an assembly")
    func values() throws {
        let changes: Change = {
            $0.replace(Int.self) { 9 }
            $0.replace(named: "text") { "other" }
        }
        let configuration = ContextConfiguration(assemblies: [String(reflecting: Kit.self)])
        try withApplicationContext(configuration, overrides: changes) {
            let context = try ApplicationContext.current
            #expect(try context.component(Int.self) == 9)
            #expect(try context.component(String.self) == "other")
        }
    }

    @Test(
        "A component of a profile is there if the test activates the profile",
        .applicationContext(.of(Nightly.self)) { $0.activate(profile: "night") })
    func profile() throws {
        #expect(throws: Never.self) { try ApplicationContext.current.component(Nightly.self) }
        #expect(throws: IOCError.self) { try ApplicationContext(.of(Nightly.self)).component(Nightly.self) }
    }

    // MARK: Changes that can't be made

    static let failures: [ImpossibleChange] = [
        ImpossibleChange(
            "a replacement by a type that no component has", in: .of(SystemClock.self), .patchWithoutTarget,
            [
                "there is no component of type any IOCTestingTests.Mailer to replace",
                "PostMailer: no prefix or class list names it", "IOCTestingTests/ReplacementTests.swift",
            ]
        ) { $0.replace((any Mailer).self) { UnusedMailer() } },
        ImpossibleChange(
            "a replacement by a name that no component has", .patchWithoutTarget,
            ["no component named 'mialer'", "'mailer'?"]
        ) { $0.replace(named: "mialer") { UnusedMailer() as any Mailer } },
        ImpossibleChange(
            "a wrapper of nothing", .patchWithoutTarget, ["no component named 'absent'"]
        ) { $0.wrap(named: "absent", as: (any Mailer).self) { $0 } },
        ImpossibleChange(
            "a replacement of another type", .bindingTargetDoesNotFit, ["FakeDish"]
        ) { $0.replace(named: "SystemClock") { FakeDish() } },
        ImpossibleChange(
            "a wrapper of another type", .protocolMismatch, ["PostMailer", "Clock"]
        ) { $0.wrap(named: "mailer", as: (any Clock).self) { $0 } },
        ImpossibleChange(
            "a class beside the component's without a type", in: configuration, .bindingTargetDoesNotFit,
            ["a test puts IOCTestingTests.ReplacementTests.FakeBase in its place"]
        ) { $0.replace(named: "Own") { FakeBase() } },
        ImpossibleChange(
            "a replacement of two components", in: .of(First.self, Second.self), .dependencyAmbiguous,
            [
                "ReplacementTests.swift:", "first", "second",
                #"name one: named: "…", as: (any IOCTestingTests.ReplacementTests.Step).self"#,
            ]
        ) { $0.replace((any Step).self) { Fake() } },
        ImpossibleChange(
            "a misspelt setting", .settingUnread, ["'ledger.currency'?"]
        ) { $0.set("ledger.curency", to: "x") },
        ImpossibleChange(
            "a setting that does not convert", .settingConversion, ["ledger.currency"]
        ) { $0.set("ledger.currency", to: ["a": 1]) },
        ImpossibleChange(
            "a misspelt profile", in: .of(Nightly.self), .profileUnknown,
            ["'nihgt'", "did you mean 'night'", "ReplacementTests.swift:"]
        ) { $0.activate(profile: "nihgt") },
    ]

    @Test("A change that can't be made is an error", arguments: failures)
    func failure(test: ImpossibleChange) { test.check() }

    @Test("A change without a component has the place of the change")
    func places() throws {
        let error = #expect(throws: IOCError.self) {
            try withApplicationContext(
                .of(SystemClock.self),
                overrides: { changes in
                    changes.replace((any Mailer).self, fileID: "Own/A.swift", line: 1) { UnusedMailer() }
                    changes.replace(named: "b", fileID: "Own/B.swift", line: 2) { UnusedMailer() as any Mailer }
                    changes.wrap((any Dish).self, fileID: "Own/C.swift", line: 3) { $0 }
                    changes.wrap(named: "d", as: (any Mailer).self, fileID: "Own/D.swift", line: 4) { $0 }
                }
            ) {}
        }
        let places = (error?.faults ?? []).compactMap(\.location)
        #expect(places.sorted() == ["Own/A.swift:1", "Own/B.swift:2", "Own/C.swift:3", "Own/D.swift:4"])
    }

    @Test(
        "A setting or a profile can't be changed in a context that has booted", .applicationContext(.shop),
        arguments: [{ $0.set("till.currency", to: "SEK") }, { $0.activate(profile: "night") }] as [Change])
    func booted(change: Change) throws {
        let error = try #require(throws: IOCError.self) { try ApplicationContext.current.patched(change) }
        #expect(error.code == .patchWithoutTarget)
        #expect("\(error)".contains("boot a context with the change"))
    }
}

@Suite("Replacements of what a server starts")
struct StartedReplacementTests {
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

    static let server = ContextConfiguration.of(
        Client.self, StoredDriver.self, Migrations.self, Controller.self, Server.self)

    @Test("A replacement of an awaited component needs no start, and nothing that the component starts after")
    func awaited() throws {
        let changes: Change = {
            $0.replace((any Driver).self) { MemoryDriver() }
            $0.remove(Client.self)
            $0.remove(named: "migrations")
        }
        try withApplicationContext(Self.server, overrides: changes) {
            let context = try ApplicationContext.current
            #expect(try context.component(Controller.self).driver.load() == "memory")
        }
        let patched = try ApplicationContext(Self.server).patched { $0.replace((any Driver).self) { MemoryDriver() } }
        #expect(try patched.component(Controller.self).driver.load() == "memory")
    }

    @Test(
        "A test that starts the real components doesn't run a server that nothing depends on",
        .applicationContext(server, starting: true))
    func started() async throws {
        let context = try ApplicationContext.current
        #expect(try context.component(Controller.self).driver.load() == "stored")
        #expect(Client.runs.withLock { $0 } == 1)
        #expect(await context.health(.ready).isWell)
    }
}
