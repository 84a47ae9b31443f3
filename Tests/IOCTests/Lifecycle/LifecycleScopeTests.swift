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
    final class Failing: IOCService {
        func run() async throws { throw LifecycleTestError() }
    }
    final class Garage: Assembly {
        static let own = Engine()
        static let handedOver = Engine()
        static let described = Engine()
        let engine: Definition<Garage, Engine> = .value(Garage.own)
        let service: Definition<Garage, Failing> = .value(Failing())
        let named = Definition<Garage, Engine>.value(Garage.described).traits("old").didInject { _ in }
        let handed: Definition<Garage, Engine> = .value(Garage.handedOver, isManaged: true)
        let alias = Definition(.singleton) { (garage: Garage) in try garage.engine() }
        let made = Definition(.singleton) { (_: Garage) in Engine() }
        let again = Definition(.singleton) { (garage: Garage) in try garage.made() }
    }

    @Test("An object that the container did not create takes part, and runs, only if its definition says so")
    func supplied() async throws {
        let recorder = LifecycleRecorder()
        let configuration = ContextConfiguration().with {
            $0.observers = [recorder]
            $0.startupConcurrency = 1
        }
        let garage = try Garage.activated(configuration: configuration)
        try await garage.context.run(handlingSignals: false)
        #expect(recorder.all == ["started handed", "started made", "stopped made", "stopped handed"])
        #expect(try garage.context.report.notices.isEmpty)
    }

    final class Single: Engine, IOCComponent, @unchecked Sendable {}
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
        let context = try boot(Single.self, Ticket.self, Prototype.self, Weak.self, Custom.self, PerRequest.self)
        let notices = context.report.notices
        #expect(notices.allSatisfy { $0.code == .componentNeverStarted })
        #expect(
            notices.map { $0.headline.split(separator: " ", maxSplits: 2).last?.split(separator: ",").first ?? "" } == [
                "is Stoppable", "is Startable and IOCService", "is Startable and IOCService and Stoppable",
                "is IOCService",
            ])
        let own = try Workshop.activated().context.report.notices.map(\.headline)
        #expect(own.count == 2)
        #expect(own.first?.hasSuffix("its scope is objectGraph") == true)
        #expect(own.last?.hasSuffix("its scope is singleton, with arguments") == true)
    }

    final class Faint: IOCComponent, Startable {
        static var traits: [ComponentTrait] { [.scope(.weakSingleton)] }
        let isStarted = OnceFlag()
        func start() { isStarted.set() }
    }

    @Test("A weak singleton is never started")
    func weakStart() async throws {
        let context = try boot(Faint.self)
        let faint = try context.component(Faint.self)
        try await context.start()
        #expect(!faint.isStarted.isSet)
        try await context.stop()
    }
}
