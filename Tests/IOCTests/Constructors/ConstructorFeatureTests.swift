import IOC
import Testing

@Suite("Features that constructed components share with all others")
struct ConstructorFeatureTests {
    @Test("A replacement or a wrapper reaches classes, structures and actors, and nothing asks for the original")
    func patches() async throws {
        let context = try boot(PlainMeter.self, Rack.self, Bench.self, Operator.self)
        let fixed = try context.patched { $0.replace((any Meter).self) { FixedMeter() } }
        #expect(try fixed.component(Rack.self).meter.value == 42 && fixed.component(Bench.self).meter.value == 42)
        #expect(try fixed.component(Operator.self).meter.value == 42)
        let shifted = try context.patched { $0.wrap((any Meter).self) { ShiftedMeter(inner: $0) } }
        #expect(try shifted.component(Bench.self).rack.meter.value == 1_001)
        let bench = try context.patched { patch in
            patch.replace(Bench.self) { Bench(rack: Rack(meter: FixedMeter()), meter: FixedMeter()) }
        }
        #expect(try bench.component(Operator.self).bench.rack.meter.value == 42)
        #expect(try context.component(Bench.self).meter.value == 1)
    }

    @Component final class Half {
        let meter: any Meter
        @Autowired var rack: Rack
    }

    @Test("An existing object that its initializer was passed all has nothing to inject, and wrappers are filled")
    func injectInto() throws {
        let context = try boot(PlainMeter.self, Rack.self, Half.self)
        let error = try #require(throws: IOCError.self) { try context.inject(into: Rack(meter: FixedMeter())) }
        #expect(error.faults.map(\.code) == [.typeUnmanaged])
        #expect(error.description.contains("Rack is passed what it needs by its initializer"), "\(error)")
        let half = Half(meter: FixedMeter())
        try context.inject(into: half)
        #expect(try half.rack === context.component(Rack.self) && half.meter.value == 42)
    }

    @Test(
        "A structure is found by prefix or name, and is shared as its scope says",
        arguments: [Scope.singleton, .lazySingleton, .prototype, .objectGraph, .request, .weakSingleton])
    func values(_ scope: Scope) throws {
        var configuration = ContextConfiguration(PlainMeter.self, Rack.self)
        configuration.prefixes = ["IOCTests.Bench"]
        for name in ["Bench", "Rack"] { configuration.components[name] = .init(scope: scope) }
        if scope == .weakSingleton {
            #expect(faultCodes { try ApplicationContext(configuration) } == [.scopeNeedsClass])
            return
        }
        let context = try ApplicationContext(configuration)
        try withRequestScope {
            let (one, two) = (try context.component(Bench.self), try context.component(Bench.self))
            #expect((one.rack === two.rack) == (scope != .prototype && scope != .objectGraph))
        }
    }

    // MARK: Lifecycle

    @Component actor Middle: Startable, Stoppable {
        let disk: Disk
        let log: PartLog
        func start() { log.note("middle starts") }
        func stop() { log.note("middle stops") }
    }
    @Component struct Top: Startable, Stoppable {
        let middle: Middle
        let log: PartLog
        func willInject() { log.note("will inject") }
        func didInject() { log.note("did inject") }
        func start() { log.note("top starts") }
        func stop() { log.note("top stops") }
    }
    @Component(.dependsOn("Top")) struct Last: Startable {
        let log: PartLog
        func start() { log.note("last starts") }
    }

    @Test("Classes, actors and structures start after what they were passed, and stop before", .timeLimit(.minutes(30)))
    func lifecycle() async throws {
        let context = try boot(PartLog.self, Last.self, Top.self, Middle.self, Disk.self)
        let log = try context.component(PartLog.self)
        #expect(log.lines == ["will inject", "did inject"])
        try await context.start()
        #expect(log.lines.suffix(4) == ["start Disk", "middle starts", "top starts", "last starts"])
        try await context.stop()
        #expect(log.lines.suffix(3) == ["top stops", "middle stops", "stop Disk"])
    }

    // MARK: Definitions

    @Component final class Printer {
        let log: PartLog
        @Autowired var meter: any Meter
        @Injected(setting: "pages", default: 3) let pages: Int
        func didInject() { log.note("printer") }
    }
    @Component(.scope(.prototype)) struct Sheet { let printer: Printer }
    final class Office: Assembly {
        let printer: Define<Printer> = Define(.singleton)
        let sheet = Define<Sheet>(.prototype)
        let log: Define<PartLog> = Define(.singleton).didInject { $0.note("log") }
        let meter = Define(.singleton) { _ in FixedMeter() as any Meter }
    }
    final class Incomplete: Assembly {
        let printer: Define<Printer> = Define(.lazySingleton)
        let meter = Define(.singleton) { _ in FixedMeter() as any Meter }
    }

    @Test("A definition without a closure is created by its type's own initializer, in the definition's scope")
    func definitions() throws {
        let office = try Office.activated()
        let printer = try office.printer()
        #expect(try printer === office.printer() && printer.log === office.log() && printer.pages == 3)
        #expect(printer.meter.value == 42 && printer.log.lines == ["log", "printer"])
        #expect(try office.sheet().printer === printer && office.context.component(Sheet.self).printer === printer)
        let patched = try office.context.patched { $0.replace(PartLog.self) { PartLog() } }
        #expect(try patched.component(Printer.self).log !== printer.log)
    }

    @Test("Missing dependencies of a definition's initializer are reported at activation, also for lazy ones")
    func incomplete() throws {
        let configuration = ContextConfiguration(Leaf.self).with { $0.settings = ["pages": "many"] }
        let error = try #require(throws: IOCError.self) { try Incomplete.activated(configuration: configuration) }
        #expect(Set(error.faults.map(\.code)) == [.dependencyMissing, .settingConversion])
        #expect(error.faults.first?.injectionPoint == "Printer.init(log:)")
    }
}
