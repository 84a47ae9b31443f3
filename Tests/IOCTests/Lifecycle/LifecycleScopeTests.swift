import IOC
import IOCBase
import Testing

@Suite("Participants: Lifecycle")
struct LifecycleScopeTests {
    class Engine: Startable, Stoppable, IOCService, @unchecked Sendable {
        required init() {}
        func start() async throws {}
        func stop() async throws {}
        func run() async throws {}
    }
    final class Garage: Assembly {
        static let own = Engine()
        static let handedOver = Engine()
        static let described = Engine()
        let engine: Definition<Garage, Engine> = .value(Garage.own)
        let named = Definition<Garage, Engine>.value(Garage.described).traits("old").didInject { _ in }
        let handed: Definition<Garage, Engine> = .value(Garage.handedOver, isManaged: true)
        let alias = Definition(.singleton) { (garage: Garage) in try garage.engine() }
        let made = Definition(.singleton) { (_: Garage) in Engine() }
        let again = Definition(.singleton) { (garage: Garage) in try garage.made() }
    }

    @Test("An object that the container did not create takes part only if its definition says so")
    func supplied() async throws {
        let recorder = LifecycleRecorder()
        var configuration = ContextConfiguration()
        configuration.observers = [recorder]
        configuration.startupConcurrency = 1
        let garage = try Garage.activated(configuration: configuration)
        try await garage.context.run(handlingSignals: false)
        #expect(recorder.all == ["started handed", "started made", "stopped made", "stopped handed"])
        #expect(try garage.context.report.notices.isEmpty)
    }

    @Test("A service that the container did not create is not run")
    func suppliedService() async throws {
        final class Failing: IOCService {
            func run() async throws { throw LifecycleTestError() }
        }
        final class Shed: Assembly {
            let service: Definition<Shed, Failing> = .value(Failing())
            let engine = Definition(.singleton) { (_: Shed) in Engine() }
        }
        try await Shed.activated().context.run(handlingSignals: false)
    }

    @Component("pump", .lazy, .dependsOn("well")) final class Pump: Stoppable { func stop() {} }
    @Component("well") final class Well: Stoppable {
        @Autowired var pump: Pump
        func stop() {}
    }

    @Test("A component that is created after the start stops before what it says it depends on", arguments: [1, 4])
    func saidOrder(width: Int) async throws {
        let recorder = LifecycleRecorder()
        var configuration = ContextConfiguration(Pump.self, Well.self)
        configuration.observers = [recorder]
        configuration.startupConcurrency = width
        let context = try ApplicationContext(configuration)
        try await context.start()
        _ = try context.component(Well.self).pump
        try await context.stop()
        #expect(recorder.all.filter { $0.hasPrefix("stopped") } == ["stopped pump", "stopped well"])
    }

    final class Single: Engine, IOCComponent, @unchecked Sendable {}
    final class Lazy: Engine, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
    }
    final class Plain: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }
    final class Prototype: Engine, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }
    final class Weak: IOCComponent, IOCService {
        static var traits: [ComponentTrait] { [.scope(.weakSingleton)] }
        func run() async throws {}
    }
    final class Custom: IOCComponent, Stoppable {
        final class Store: ScopeStore {
            var instances: ScopeInstances? { nil }
        }
        static var traits: [ComponentTrait] { [.scope(.custom(named: "visit", store: Store()))] }
        func stop() async throws {}
    }
    final class PerRequest: Engine, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class Workshop: Assembly {
        let graph = Definition { (_: Workshop) in Engine() }
        let numbered = Definition(.singleton) { (_: Workshop, _: Int) in Engine() }
    }

    @Test("A component with a lifecycle in a scope without one is a notice")
    func notices() throws {
        let context = try boot(
            Single.self, Lazy.self, Plain.self, Prototype.self, Weak.self, Custom.self, PerRequest.self)
        let notices = context.report.notices
        #expect(notices.allSatisfy { $0.code == .componentNeverStarted })
        let lines = notices.map { $0.headline.replacing("IOCTests.LifecycleScopeTests.", with: "") }
        let end = "and nothing starts or stops it: its scope is"
        #expect(
            lines == [
                "component-never-started: Custom is Stoppable, \(end) visit",
                "component-never-started: PerRequest is Startable and IOCService, \(end) request",
                "component-never-started: Prototype is Startable and IOCService and Stoppable, \(end) prototype",
                "component-never-started: Weak is IOCService, \(end) weakSingleton",
            ])
        let own = try Workshop.activated().context.report.notices.map(\.headline)
        #expect(own.count == 2)
        #expect(own.first?.hasSuffix("its scope is objectGraph") == true)
        #expect(own.last?.hasSuffix("its scope is singleton, with arguments") == true)
    }

    // MARK: Weak singletons

    final class Faint: IOCComponent, Startable {
        static var traits: [ComponentTrait] { [.scope(.weakSingleton)] }
        let isStarted = Guarded(false)
        func start() { isStarted.withLock { $0 = true } }
    }

    @Test("A weak singleton is never started")
    func weakStart() async throws {
        let context = try boot(Faint.self)
        let faint = try context.component(Faint.self)
        try await context.start()
        #expect(!faint.isStarted.withLock { $0 })
        try await context.stop()
    }
}
