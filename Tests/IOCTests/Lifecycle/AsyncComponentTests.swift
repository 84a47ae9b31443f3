import IOC
import IOCBase
import Testing

@Suite("Components with an async initializer", .timeLimit(.minutes(30)))
struct AsyncComponentTests {
    /// A client in the shape of a pool of connections: a query waits until `run()` is at work.
    @Component final class Client: IOCService {
        let log: PartLog
        private let isOpen = Latch()

        func run() async throws {
            isOpen.open()
            try await untilCancelled()
        }
        func ready() async throws {
            await isOpen.wait()
            log.note("client is ready")
        }
        func query() async -> Int {
            await isOpen.wait()
            return 1
        }
    }
    protocol Driver: Sendable { var answer: Int { get } }
    @Component final class ClientDriver: Driver, Stoppable {
        let answer: Int
        let log: PartLog

        init(client: Client, log: PartLog, @Named(setting: "driver.offset") offset: Int = 40) async throws {
            answer = await client.query() + offset
            self.log = log
            log.note("driver is created")
        }
        func stop() async throws { log.note("driver stops") }
    }
    /// Is passed what is awaited.
    @Component final class Routes: Startable {
        let driver: any Driver
        let log: PartLog

        init(driver: any Driver, log: PartLog) {
            (self.driver, self.log) = (driver, log)
            log.note("routes are created")
        }
        func start() async throws { log.note("routes start with \(driver.answer)") }
    }
    /// Reads it through a property, in its hook.
    @Component final class Page: Startable {
        @Autowired var driver: any Driver
        @Autowired var log: PartLog

        func didInject() { log.note("page reads \(driver.answer)") }
        func start() async throws {}
    }
    /// Holds initializers back.
    final class Gate: IOCComponent {
        let (isCreating, mayEnd) = (Latch(), Latch())
    }
    @Component final class Slow {
        private let injected = Latch()
        var isInjected: Bool { injected.isOpen }

        init(gate: Gate) async {
            gate.isCreating.open()
            await gate.mayEnd.wait()
        }
        func didInject() { injected.open() }
    }

    static let shop: [any ManagedComponent.Type] = [Client.self, ClientDriver.self, Routes.self, Page.self]

    static func boot(_ types: any ManagedComponent.Type...) throws -> ApplicationContext {
        try ApplicationContext(.parts(of: types))
    }

    @Test("An awaited component is created after what it needs is ready, and before what needs it")
    func order() async throws {
        let listener = ObserverTests.Listener()
        let context = try ApplicationContext(
            ContextConfiguration.parts(of: Self.shop).with {
                $0.startupConcurrency = nil
                $0.observers = [listener]
            })
        #expect(try context.lines == [])
        #expect(!listener.lines.contains("made ClientDriver"))
        #expect(context.graph.json.contains("created-at-start"))
        try await context.start()
        #expect(listener.lines.contains("made ClientDriver") && listener.lines.contains("injected ClientDriver"))
        #expect(try context.component((any Driver).self).answer == 41)
        let lines = try context.lines
        #expect(lines.prefix(2) == ["client is ready", "driver is created"])
        #expect(Set(lines.dropFirst(2)) == ["routes are created", "page reads 41", "routes start with 41"])
        try await context.stop()
        #expect(try context.lines.last == "driver stops")
    }

    @Component final class Both {
        init(slow: Slow, driver: any Driver, log: PartLog) { log.note("both") }
    }

    @Test("During the start it does not exist for others until it is injected; what needs two of them waits for both")
    func during() async throws {
        let types: [any ManagedComponent.Type] = [Client.self, ClientDriver.self, Gate.self, Slow.self, Both.self]
        let configuration = ContextConfiguration.parts(of: types).with { $0.startupConcurrency = 4 }
        let context = try ApplicationContext(configuration)
        let gate = try context.component(Gate.self)
        let start = Task { try await context.start() }
        await gate.isCreating.wait()
        try await until("the driver") { (try? context.component(ClientDriver.self)) != nil }
        for type in [Slow.self, Both.self] as [any ManagedComponent.Type] {
            let error = #expect(throws: IOCError.self) { try context.component(ofClass: String(reflecting: type)) }
            #expect(error?.code == .notStarted)
        }
        gate.mayEnd.open()
        try await start.value
        #expect(try context.component(Slow.self).isInjected)
        #expect(try context.lines.suffix(1) == ["both"])
        try await context.stop()
    }

    // MARK: Faults at boot

    @Component final class Egg { init(hen: Hen) async {} }
    @Component final class Hen { @Autowired var egg: Egg }
    @Component("left", .dependsOn("right")) final class Left { init() async {} }
    @Component("right") final class Right { @Autowired var left: Left }
    @Component final class Snake { init(tail: Tail) async {} }
    @Component final class Tail { init(snake: Snake) {} }

    @Test(
        "A circle with an async initializer is a fault at boot, once, with a line",
        arguments: [
            ([Egg.self, Hen.self], .cycleAsync), ([Left.self, Right.self], .cycleAsync),
            ([Snake.self, Tail.self], .constructionCycle),
        ] as [([any ManagedComponent.Type], IOCError.Code)])
    func circles(types: [any ManagedComponent.Type], code: IOCError.Code) throws {
        let error = try bootError(.parts(of: types))
        #expect(error.codes == [code])
        #expect(error.faults[0].location?.contains("AsyncComponentTests.swift:") == true)
    }

    @Test(
        "Only a singleton can have an async initializer",
        arguments: [Scope.prototype, .lazySingleton, .request, .weakSingleton])
    func scopes(scope: Scope) throws {
        var configuration = ContextConfiguration.parts()
        configuration.components["slow"] = .init(className: String(reflecting: Pool.self), scope: scope)
        #expect(try bootError(configuration).codes == [.asyncNeedsSingleton])
        #expect(throws: IOCError.self) { try ApplicationContext.check(configuration) }
    }

    @Component final class AsyncProcessor: InstancePostProcessor {
        init() async {}
        func process(_ instance: Any, named name: String) -> Any { instance }
    }
    @Component final class AsyncObserver: ContextObserver {
        init() async {}
        func handle(_ event: ContextEvent) {}
    }
    @Component final class AsyncDefinitionProcessor: DefinitionPostProcessor {
        init() async {}
        func process(_ definition: inout DefinitionDescription) {}
    }
    @Component final class AsyncConverter: SettingConverter {
        init() async {}
        func converts(to type: Any.Type) -> Bool { false }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { value }
    }
    @Component final class PassedObserver: ContextObserver {
        @Autowired var pool: Pool
        func handle(_ event: ContextEvent) {}
    }

    @Test(
        "What boot itself uses can't wait for an initializer: a fault of boot and check",
        arguments: [
            AsyncProcessor.self, AsyncObserver.self, AsyncDefinitionProcessor.self, AsyncConverter.self,
            PassedObserver.self,
        ] as [any ManagedComponent.Type])
    func neededAtBoot(type: any ManagedComponent.Type) throws {
        let configuration = ContextConfiguration.parts(type, Pool.self)
        let check = try #require(throws: IOCError.self) { try ApplicationContext.check(configuration) }
        for error in [check, try bootError(configuration)] {
            #expect(error.codes == [.asyncAtBoot], "\(error)")
            #expect(error.description.contains("\(type) is needed at boot as "), "\(error)")
        }
    }

    // MARK: Forms

    final class Manual: ConstructedComponent {
        let log: PartLog
        let offset: Int
        init(log: PartLog, offset: Int) async throws { (self.log, self.offset) = (log, offset) }
        static var constructor: Constructor {
            Constructor(Parameter<PartLog>("log"), Parameter("offset", setting: "offset", default: 7)) { arguments in
                try await Manual(log: arguments[0] as PartLog, offset: arguments[1] as Int)
            }
        }
    }
    @Test("A constructor by hand has the same form")
    func byHand() async throws {
        let context = try Self.boot(Manual.self)
        try await context.start()
        #expect(try context.component(Manual.self).offset == 7)
        #expect(try context.component(Manual.self).log === context.component(PartLog.self))
        try await context.stop()
    }

    final class Core: Assembly {
        let log: Define<PartLog> = Define(.singleton) { _ in PartLog() }
        let manual: Define<Manual> = Define(.singleton)
        let desk = Definition(.singleton) { (core: Core) in Desk(manual: try core.manual()) }
            .traits(.dependsOn("manual"))
    }
    struct Desk { let manual: Manual }

    @Test("A definition of an awaited component is created at the start; a closure says in dependsOn that it needs it")
    func definitions() async throws {
        let core = try Core.activated()
        let context = try core.context
        let error = #expect(throws: IOCError.self) { try core.manual() }
        #expect(error?.code == .notStarted)
        try await context.start()
        #expect(try core.desk().manual === core.manual())
        try await context.stop()
    }

    @MainActor @Component final class Model {
        var count: Int
        init(pool: Pool) async {
            MainActor.assertIsolated()
            count = 41
        }
    }

    @Test("A class of the main actor may have an async initializer, which runs there")
    func mainActor() async throws {
        let context = try Self.boot(Pool.self, Model.self)
        try await context.start()
        #expect(try await context.component(Model.self).count == 41)
        try await context.stop()
    }

    @Test("A replacement is created at boot, and so is what it is passed to")
    func replaced() async throws {
        struct Fake: Driver { let answer = 3 }
        let context = try ApplicationContext(.parts(of: Self.shop)).patched {
            $0.replace((any Driver).self) { Fake() }
        }
        #expect(try context.component(Routes.self).driver.answer == 3)
        try await context.start()
        #expect(try context.component(Page.self).driver.answer == 3)
        try await context.stop()
    }
}
