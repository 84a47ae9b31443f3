import IOC
import IOCBase
import Testing

@Suite("Features that constructed components share with all others")
struct ConstructorFeatureTests {
    protocol Clock: Sendable { var now: Int { get } }
    @Component(.fallback) struct SystemClock: Clock { var now: Int { 1 } }
    struct FixedClock: Clock { let now = 42 }
    struct LaterClock: Clock {
        let inner: any Clock
        var now: Int { inner.now + 1_000 }
    }
    @Component final class Ledger { let clock: any Clock }
    @Component struct Desk {
        let ledger: Ledger
        let clock: any Clock
    }
    @Component actor Keeper {
        let clock: any Clock
        let desk: Desk
    }

    @Component final class Gauge {
        private enum Unit: String, Decodable { case bar, psi }
        fileprivate struct Range: Decodable { var upTo = 10 }
        @Injected(setting: "gauge.unit", default: Unit.bar) private let unit: Unit
        @Injected(setting: "gauge.range", default: Range()) fileprivate let range: Range
        @Injected(setting: "gauge.units", default: []) private let units: [Unit]
        var text: String { "\(range.upTo) \(unit) \(units)" }
    }

    @Test("A constant may have a private type of its component")
    func privateTypes() throws {
        #expect(try boot(Gauge.self).component(Gauge.self).text == "10 bar []")
    }

    // MARK: Overrides

    @Test(
        "A replacement or a wrapper reaches classes, structures and actors, and nothing asks for what it took the place of"
    )
    func patches() async throws {
        let context = try boot(SystemClock.self, Ledger.self, Desk.self, Keeper.self)
        let fixed = try context.patched { $0.replace((any Clock).self) { FixedClock() } }
        #expect(try fixed.component(Ledger.self).clock.now == 42)
        #expect(try fixed.component(Desk.self).clock.now == 42 && fixed.component(Keeper.self).clock.now == 42)
        let later = try context.patched { $0.wrap((any Clock).self) { LaterClock(inner: $0) } }
        #expect(try later.component(Desk.self).ledger.clock.now == 1_001)
        let desk = try context.patched { patch in
            patch.replace(Desk.self) { Desk(ledger: Ledger(clock: FixedClock()), clock: FixedClock()) }
        }
        #expect(try desk.component(Keeper.self).desk.ledger.clock.now == 42)
        #expect(try context.component(Desk.self).clock.now == 1)
    }

    final class Plain {}
    @Component final class Half {
        let clock: any Clock
        @Autowired var ledger: Ledger
    }

    @Test(
        "Nothing is left to inject into an object that its initializer was passed all it needs, and wrappers beside are filled"
    )
    func injectInto() throws {
        let context = try boot(SystemClock.self, Ledger.self, Half.self)
        let error = try #require(throws: IOCError.self) { try context.inject(into: Ledger(clock: FixedClock())) }
        #expect(error.code == .typeUnmanaged)
        for part in ["Ledger is passed what it needs by its initializer", "nothing is left to inject", "@Autowired"] {
            #expect(error.description.contains(part), "\(error)")
        }
        #expect(throws: IOCError.self) { try context.inject(into: Plain()) }
        let half = Half(clock: FixedClock())
        try context.inject(into: half)
        #expect(try half.ledger === context.component(Ledger.self) && half.clock.now == 42)
    }

    // MARK: Conditions, parents, prefixes

    @Component(.when(setting: "audit")) final class Audited { let ledger: Ledger }
    @Component(.profile("test"), .primary) struct TestClock: Clock { var now: Int { 7 } }
    @Component final class Watcher { let audited: Audited? }

    @Test("Conditions and profiles decide before anything is created")
    func conditions() throws {
        var configuration = ContextConfiguration(
            SystemClock.self, TestClock.self, Ledger.self, Audited.self, Watcher.self)
        #expect(try ApplicationContext(configuration).component(Watcher.self).audited == nil)
        configuration.profiles = ["test"]
        configuration.settings = ["audit": true]
        let context = try ApplicationContext(configuration)
        #expect(try context.component(Watcher.self).audited?.ledger.clock.now == 7)
    }

    @Test("A child context's components are passed what the parent has, and their own before that")
    func parents() throws {
        let parent = try boot(SystemClock.self, Ledger.self)
        let child = try ApplicationContext(ContextConfiguration(Desk.self), parent: parent)
        #expect(try child.component(Desk.self).ledger === parent.component(Ledger.self))
        let other = try ApplicationContext(
            ContextConfiguration(Desk.self, TestClock.self).with { $0.profiles = ["test"] }, parent: parent)
        #expect(try other.component(Desk.self).clock.now == 7 && other.component(Desk.self).ledger.clock.now == 1)
        #expect(throws: IOCError.self) { try boot(Desk.self) }
    }

    // MARK: Values of every scope

    @Test(
        "A structure is found by prefix or name, and is shared as its scope says",
        arguments: [Scope.singleton, .lazySingleton, .prototype, .objectGraph, .request])
    func values(_ scope: Scope) throws {
        var configuration = ContextConfiguration(prefixes: ["IOCTests.ConstructorFeatureTests.Desk"])
        configuration.classes = [SystemClock.self, Ledger.self].map { String(reflecting: $0) }
        configuration.components = [
            String(reflecting: Desk.self): .init(scope: scope),
            String(reflecting: Ledger.self): .init(scope: scope),
        ]
        let context = try ApplicationContext(configuration)
        try withRequestScope {
            let (one, two) = (try context.component(Desk.self), try context.component(Desk.self))
            #expect((one.ledger === two.ledger) == (scope != .prototype && scope != .objectGraph))
        }
    }

    @Test("A weak singleton that is a value is a fault at boot, because nothing counts its copies")
    func weakValue() throws {
        var configuration = ContextConfiguration(SystemClock.self, Ledger.self, Desk.self)
        configuration.components[String(reflecting: Desk.self)] = .init(scope: .weakSingleton)
        let error = try #require(throws: IOCError.self) { try ApplicationContext(configuration) }
        #expect(error.faults.map(\.code) == [.scopeNeedsClass])
    }

    // MARK: Lifecycle

    @Component final class Diary {
        private let written = Guarded<[String]>([])
        func write(_ line: String) { written.withLock { $0.append(line) } }
        var lines: [String] { written.withLock { $0 } }
    }
    @Component final class Base: Startable, Stoppable {
        let diary: Diary
        func start() { diary.write("base starts") }
        func stop() { diary.write("base stops") }
    }
    @Component actor Middle: Startable, Stoppable {
        let base: Base
        let diary: Diary
        func start() { diary.write("middle starts") }
        func stop() { diary.write("middle stops") }
    }
    @Component struct Top: Startable, Stoppable {
        let middle: Middle
        let diary: Diary
        func willInject() { diary.write("top is to be injected") }
        func didInject() { diary.write("top is injected") }
        func start() { diary.write("top starts") }
        func stop() { diary.write("top stops") }
    }
    @Component(.dependsOn("Top")) struct Last: Startable {
        let diary: Diary
        func start() { diary.write("last starts") }
    }

    @Test(
        "Classes, actors and structures start after what they were passed, and stop before it", .timeLimit(.minutes(30))
    )
    func lifecycle() async throws {
        let context = try boot(Diary.self, Last.self, Top.self, Middle.self, Base.self)
        let diary = try context.component(Diary.self)
        #expect(diary.lines == ["top is to be injected", "top is injected"])
        try await context.start()
        #expect(diary.lines.suffix(4) == ["base starts", "middle starts", "top starts", "last starts"])
        try await context.stop()
        #expect(diary.lines.suffix(3) == ["top stops", "middle stops", "base stops"])
    }

    @Component final class Processor: InstancePostProcessor {
        let diary: Diary
        func process(_ instance: Any, named name: String) throws -> Any {
            diary.write("sees \(name.split(separator: ".").last ?? "")")
            return instance is SystemClock ? FixedClock() : instance
        }
    }
    @Component final class ChangesScopes: DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws {
            if definition.name.hasSuffix("Ledger") { definition.scope = .prototype }
        }
    }
    @Component final class AsksTooEarly: DefinitionPostProcessor {
        let diary: Diary
        func process(_ definition: inout DefinitionDescription) throws {}
    }

    @Test("Post-processors see constructed instances, and may be such themselves where they process instances")
    func processors() throws {
        let context = try boot(Diary.self, Processor.self, SystemClock.self, Ledger.self, ChangesScopes.self)
        #expect(try context.component(Ledger.self).clock.now == 42)
        #expect(try context.component(Ledger.self) !== context.component(Ledger.self))
        #expect(try context.component(Diary.self).lines.contains("sees Ledger"))
        let error = try #require(throws: IOCError.self) { try boot(Diary.self, AsksTooEarly.self) }
        #expect(error.faults.map(\.code) == [.processorNeedsInjection])
    }

    // MARK: Definitions

    @Component final class Printer {
        let diary: Diary
        @Autowired var clock: any Clock
        @Injected(setting: "pages", default: 3) let pages: Int
        func didInject() { diary.write("printer is injected") }
    }
    @Component(.scope(.prototype)) struct Sheet { let printer: Printer }
    final class Office: Assembly {
        let printer: Define<Printer> = Define(.singleton)
        let sheet = Define<Sheet>(.prototype)
        let diary: Define<Diary> = Define(.singleton).didInject { $0.write("diary is injected") }
        let clock = Define(.singleton) { _ in FixedClock() as any Clock }
    }

    @Test("A definition without a closure is created by its type's own initializer, in the definition's scope")
    func definitions() throws {
        let office = try Office.activated()
        let printer = try office.printer()
        #expect(try printer === office.printer() && printer.diary === office.diary() && printer.pages == 3)
        #expect(printer.clock.now == 42)
        #expect(printer.diary.lines == ["diary is injected", "printer is injected"])
        #expect(try office.sheet().printer === printer && office.context.component(Sheet.self).printer === printer)
        let patched = try office.context.patched { $0.replace(Diary.self) { Diary() } }
        #expect(try patched.component(Printer.self).diary !== printer.diary)
    }

    final class Incomplete: Assembly {
        let printer: Define<Printer> = Define(.lazySingleton)
        let clock = Define(.singleton) { _ in FixedClock() as any Clock }
    }

    @Test("Missing dependencies of a definition's initializer are reported at activation, also for lazy ones")
    func incomplete() throws {
        let error = try #require(throws: IOCError.self) {
            try Incomplete.activated(
                configuration: ContextConfiguration(SystemClock.self).with {
                    $0.settings = ["pages": "many"]
                })
        }
        #expect(Set(error.faults.map(\.code)) == [.dependencyMissing, .settingConversion])
        #expect(error.faults.first?.injectionPoint == "Printer.init(diary:)")
    }

    // MARK: Reload

    @Component final class Limits {
        @Injected(setting: "limit") let limit: Int
    }
    @Component struct Gate { let limits: Limits }

    @Test("A reload makes them anew with what the file says then", .timeLimit(.minutes(30)))
    func reload() async throws {
        let folder = try TemporaryFolder()
        func write(_ limit: Int) throws -> String {
            try folder.write(
                "a.json",
                """
                { "classes": ["\(String(reflecting: Limits.self))", "\(String(reflecting: Gate.self))"],
                  "settings": { "limit": \(limit) } }
                """)
        }
        let context = try ApplicationContext(contentsOf: write(1), environment: [:])
        let gate = try context.component(Gate.self)
        _ = try write(2)
        let next = try await context.reloading()
        #expect(gate.limits.limit == 1)
        #expect(try next.component(Gate.self).limits.limit == 2)
    }
}
