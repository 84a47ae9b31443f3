import Testing

@testable import IOC

@Suite("Observers of a context: Lifecycle")
struct LifecycleObserverTests {
    final class Listener: ContextObserver {
        private let events = Guarded<[ContextEvent]>([])
        var all: [ContextEvent] { events.withLock { $0 } }
        var lines: [String] { all.map { "\($0.kind) \($0.component.split(separator: ".").last ?? "")" } }
        func handle(_ event: ContextEvent) { events.withLock { $0.append(event) } }
    }
    final class Engine: IOCComponent, Startable, Stoppable {
        func start() async throws {}
        func stop() async throws {}
    }
    final class Car: IOCComponent, @unchecked Sendable {
        @Autowired var engine: Engine
    }
    final class Wreck: IOCComponent {
        func didInject() throws { throw LifecycleTestError() }
    }

    let listener = Listener()

    func configuration(_ types: any IOCComponent.Type...) -> Configuration {
        Configuration(classes: types.map { String(reflecting: $0) }, observers: [listener])
    }

    @Test("A component is made, injected, started and stopped, each with the time it took")
    func events() async throws {
        let context = try ApplicationContext(configuration(Engine.self, Car.self))
        try await context.start()
        try await context.stop()
        #expect(
            listener.lines == [
                "made Engine", "made Car", "injected Engine", "injected Car", "started Engine", "stopped Engine",
            ])
        #expect(listener.all.allSatisfy { $0.duration >= .zero && $0.error == nil })
    }

    @Test("A failing component is told with its error")
    func failure() throws {
        #expect(throws: IOCError.self) { try ApplicationContext(configuration(Wreck.self)) }
        #expect(listener.lines == ["made Wreck", "failed Wreck"])
        #expect(listener.all.last?.error?.cause is LifecycleTestError)
        #expect(try #require(listener.all.last).description.contains("Wreck failed ("))
    }

    @Test("Configurations are equal whoever observes")
    func equality() {
        #expect(Configuration(prefixes: ["A"], observers: [listener]) == Configuration(prefixes: ["A"]))
        #expect(Configuration(prefixes: ["A"], stopTimeout: .seconds(1)) != Configuration(prefixes: ["A"]))
    }
}
