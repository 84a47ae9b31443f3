import IOC
import IOCBase
import Testing

/// Components that only the start creates, and what asks for them too early.
@Suite("What the start creates", .timeLimit(.minutes(30)))
struct NotStartedTests {
    protocol Driver: Sendable { var answer: Int { get } }
    @Component final class SlowDriver: Driver {
        let answer: Int
        init() async { answer = 41 }
    }
    /// Its hook reads a property.
    @Component final class Page {
        @Autowired var driver: any Driver
        private let read = Guarded(0)
        var seen: Int { read.withLock { $0 } }
        func didInject() {
            let answer = driver.answer
            read.withLock { $0 = answer }
        }
    }
    /// Leads to it through a prototype and another singleton.
    @Component(.scope(.prototype)) final class Cart { @Autowired var page: Page }
    @Component final class Desk {
        @Autowired var cart: Cart
        private let read = Guarded(0)
        var seen: Int { read.withLock { $0 } }
        func didInject() {
            let seen = cart.page.seen
            read.withLock { $0 = seen }
        }
    }
    // A circle of properties that leads to it.
    @Component final class Left {
        @Autowired var right: Right
        @Autowired var driver: any Driver
        func didInject() { _ = (right, driver) }
    }
    @Component final class Right {
        @Autowired var left: Left
        func didInject() { _ = left }
    }
    @Component final class Later { @Autowired var driver: Provider<any Driver> }

    private static func configuration(_ types: any ManagedComponent.Type...) -> ContextConfiguration {
        ContextConfiguration(classes: ([SlowDriver.self] + types).map { String(reflecting: $0) })
    }

    @Test("A hook may read a property of an awaited component: its owner is created after it")
    func hook() async throws {
        let configuration = Self.configuration(Page.self, Cart.self, Desk.self, Left.self, Right.self, Later.self)
        let report = try ApplicationContext.check(configuration)
        let created = report.createdAtStart.map { $0.split(separator: ".").last }
        #expect(created == ["Desk", "Left", "Page", "Right", "SlowDriver"])
        let context = try ApplicationContext(configuration)
        _ = try context.component(Later.self)
        for name in ["Desk", "Left", "Page", "Right"] {
            let error = #expect(throws: IOCError.self) { try context.component(named: name, as: Any.self) }
            #expect(error?.code == .notStarted)
            #expect(error?.faults[0].path.last?.hasSuffix(name) == true)
            #expect(error?.faults[0].remedy.hasPrefix("start the context first") == true)
        }
        try await context.start()
        #expect(try context.component(Page.self).seen == 41)
        #expect(try context.component(Desk.self).seen == 41)
        #expect(try context.component(Later.self).driver().answer == 41)
        try await context.stop()
    }

    @Test("The start order has what the start creates, before it and after it")
    func startOrder() async throws {
        let context = try ApplicationContext(Self.configuration(Page.self, Waiting.self, Plain.self))
        func names() throws -> [String] {
            try context.startOrder().map { "\($0.name.split(separator: ".").last ?? "") \($0.wave)" }
        }
        let before = try names()
        #expect(before == ["Plain 0", "Waiting 0"])
        #expect(try context.startOrder().map { $0.component == nil } == [false, true])
        try await context.start()
        #expect(try names() == before)
        #expect(try context.startOrder().allSatisfy { $0.component != nil })
        try await context.stop()
    }
    @Component final class Waiting: Startable {
        let driver: any Driver
        func start() {}
    }
    @Component final class Plain: Startable { func start() {} }

    @MainActor @Component final class Model {
        var count: Int
        init(driver: any Driver) async {
            MainActor.assertIsolated()
            count = driver.answer
        }
    }

    @Test("A class of the main actor may have an async initializer, which runs there")
    func mainActor() async throws {
        let context = try ApplicationContext(Self.configuration(Model.self))
        try await context.start()
        #expect(try await context.component(Model.self).count == 41)
        try await context.stop()
    }

    // MARK: During a start

    /// Asks in its start, without depending on it. By its name it starts first.
    @Component final class Asking: Startable {
        let refusal = Guarded<IOCError?>(nil)
        @Autowired var driver: Provider<LateDriver>
        func start() throws {
            do { _ = try driver() } catch let error as IOCError { refusal.withLock { $0 = error } }
            do { _ = try ApplicationContext.current.component(LateDriver.self) } catch let error as IOCError {
                refusal.withLock { first in if first?.code != error.code { first = nil } }
            }
        }
    }
    @Component(.dependsOn("IOCTests.NotStartedTests.Asking")) final class LateDriver { init() async {} }

    @Test("A lookup in a start says that the component has to come after it")
    func duringStart() async throws {
        let context = try ApplicationContext(ContextConfiguration(Asking.self, LateDriver.self))
        try await context.start()
        let refusal = try #require(try context.component(Asking.self).refusal.withLock { $0 })
        #expect(refusal.code == .notStarted)
        #expect(refusal.faults[0].remedy.contains(".dependsOn(\"IOCTests.NotStartedTests.LateDriver\")"))
        #expect(refusal.faults[0].remedy.contains("as a constant"))
        try await context.stop()
    }

    // MARK: Closures of assemblies

    final class Early: Assembly {
        let driver: Define<SlowDriver> = Define(.singleton)
        let desk: Define<[Int]> = Define(.singleton) { early in [try early.driver().answer] }
    }

    @Test("A closure that asks too early is named with its place and the remedy")
    func closure() throws {
        let error = try #require(throws: IOCError.self) { try Early.activated() }
        #expect(error.faults.map(\.code) == [.notStarted])
        let driver = "IOCTests.NotStartedTests.Early.driver"
        #expect(error.description.contains("Early.desk needs \(driver), which does not exist yet"))
        #expect(error.faults[0].remedy.contains(".dependsOn(\"\(driver)\")) at the definition of "))
        #expect(error.faults[0].location?.contains("NotStartedTests.swift") == true)
    }

    // MARK: What boot needs

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
    @Component final class PassedProcessor: InstancePostProcessor {
        let driver: any Driver
        func process(_ instance: Any, named name: String) -> Any { instance }
    }
    @Component final class PassedObserver: ContextObserver {
        @Autowired var driver: any Driver
        func handle(_ event: ContextEvent) {}
    }

    @Test(
        "What boot itself uses can't wait for an initializer: a fault of boot and check",
        arguments: [
            AsyncProcessor.self, AsyncObserver.self, AsyncDefinitionProcessor.self, AsyncConverter.self,
            PassedProcessor.self, PassedObserver.self,
        ] as [any ManagedComponent.Type])
    func neededAtBoot(type: any ManagedComponent.Type) throws {
        let configuration = ContextConfiguration(classes: [type, SlowDriver.self].map { String(reflecting: $0) })
        let errors = [
            try #require(throws: IOCError.self) { try ApplicationContext.check(configuration) },
            try #require(throws: IOCError.self) { try ApplicationContext(configuration) },
        ]
        for error in errors {
            #expect(error.faults.map(\.code) == [.asyncAtBoot], "\(error)")
            #expect(error.description.contains("\(type) is needed at boot as "), "\(error)")
        }
    }

    @Test("The faults of awaited components have a line, and a circle of dependsOn is reported once")
    func places() throws {
        var configuration = ContextConfiguration()
        configuration.components["slow"] = ContextConfiguration.ComponentEntry(
            className: String(reflecting: SlowDriver.self), scope: .prototype)
        let scope = try bootError(configuration)
        #expect(scope.faults.map(\.code) == [.asyncNeedsSingleton])
        #expect(scope.faults[0].location?.contains("NotStartedTests.swift:") == true)
        let circle = try bootError(ContextConfiguration(Egg.self, Hen.self))
        #expect(circle.faults.map(\.code) == [.cycleAsync])
        #expect(circle.faults[0].location?.contains("NotStartedTests.swift:") == true)
        let said = try bootError(ContextConfiguration(Up.self, Down.self))
        #expect(said.faults.map(\.code) == [.dependsOnCycle])
    }
    @Component final class Egg { init(hen: Hen) async {} }
    @Component final class Hen { @Autowired var egg: Egg }
    @Component("up", .dependsOn("down")) final class Up { init() async {} }
    @Component("down", .dependsOn("up")) final class Down { init() async {} }
}
