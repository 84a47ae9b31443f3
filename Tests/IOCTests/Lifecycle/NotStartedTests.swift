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
    @Component final class Routes {
        let driver: any Driver
    }
    /// Its hook reads a property.
    @Component final class Page {
        @Autowired var driver: any Driver
        private let read = Guarded(0)
        var seen: Int { read.withLock { $0 } }
        func didInject() { read.withLock { [answer = driver.answer] in $0 = answer } }
    }
    /// Leads to it through a prototype and another singleton.
    @Component(.scope(.prototype)) final class Cart { @Autowired var page: Page }
    @Component final class Desk {
        @Autowired var cart: Cart
        private let read = Guarded(0)
        var seen: Int { read.withLock { $0 } }
        func didInject() { read.withLock { [seen = cart.page.seen] in $0 = seen } }
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

    @Test("What needs an awaited component is created after it; a lookup before the start says so")
    func lookups() async throws {
        let types: [any ManagedComponent.Type] = [
            SlowDriver.self, Routes.self, Page.self, Cart.self, Desk.self, Left.self, Right.self, Later.self,
        ]
        let configuration = ContextConfiguration.parts(of: types)
        let created = ["Desk", "Left", "Page", "Right", "Routes", "SlowDriver"]
        let report = try ApplicationContext.check(configuration)
        #expect(report.createdAtStart.map { $0.split(separator: ".").last.map(String.init) } == created)
        #expect(report.description.contains("created when the context starts: "))
        let context = try ApplicationContext(configuration)
        for name in created {
            let error = try #require(throws: IOCError.self) { try context.component(named: name, as: Any.self) }
            #expect(error.code == .notStarted)
            #expect(error.faults[0].remedy.hasPrefix("start the context first"))
            #expect(name == "SlowDriver" || error.faults[0].path.last?.hasSuffix(name) == true)
        }
        let others: [() throws -> Any] = [
            { try context.component((any Driver).self) }, { try context.components((any Driver).self) },
            { try context.component(Provider<any Driver>.self)() }, { try context.component(Later.self).driver() },
        ]
        for lookup in others {
            let error = #expect(throws: IOCError.self) { try lookup() }
            #expect(error?.code == .notStarted)
            #expect(error?.description.contains("NotStartedTests.SlowDriver") == true)
        }
        try await context.start()
        #expect(try context.component(Page.self).seen == 41)
        #expect(try context.component(Desk.self).seen == 41)
        #expect(try context.component(Later.self).driver().answer == 41)
        try await context.stop()
    }

    @Test("An object that the container did not make is injected with it once it exists")
    func injected() async throws {
        final class Request: @unchecked Sendable { @Autowired var driver: any Driver }
        let context = try boot(SlowDriver.self)
        let request = Request()
        try context.inject(into: request)
        let error = #expect(throws: IOCError.self) { try request.$driver.get() }
        #expect(error?.code == .notStarted)
        try await context.start()
        #expect(request.driver.answer == 41)
        try await context.stop()
    }

    /// Asks in its start, without depending on it. By its name it starts first.
    @Component final class Asking: Startable {
        let refusals = Guarded<[IOCError]>([])
        @Autowired var driver: Provider<LateDriver>
        func start() {
            let lookups = [
                { _ = try self.driver() }, { _ = try ApplicationContext.current.component(LateDriver.self) },
            ]
            for lookup in lookups {
                do { try lookup() } catch {
                    refusals.withLock { [error] in $0 += [error as? IOCError].compactMap(\.self) }
                }
            }
        }
    }
    @Component(.dependsOn("IOCTests.NotStartedTests.Asking")) final class LateDriver { init() async {} }

    @Test("A lookup in a start says that the component has to come after it")
    func duringStart() async throws {
        let context = try boot(Asking.self, LateDriver.self)
        try await context.start()
        let refusals = try context.component(Asking.self).refusals.withLock { $0 }
        #expect(refusals.map(\.code) == [.notStarted, .notStarted])
        let remedy = try #require(refusals.first?.faults[0].remedy)
        #expect(remedy.contains(".dependsOn(\"IOCTests.NotStartedTests.LateDriver\")"))
        #expect(remedy.contains("as a constant"))
        try await context.stop()
    }

    final class Early: Assembly {
        let driver: Define<SlowDriver> = Define(.singleton)
        let desk: Define<[Int]> = Define(.singleton) { early in [try early.driver().answer] }
    }

    @Test("A closure that asks too early is named with its place and the remedy")
    func closure() throws {
        let error = try #require(throws: IOCError.self) { try Early.activated() }
        #expect(error.codes == [.notStarted])
        let driver = "IOCTests.NotStartedTests.Early.driver"
        #expect(error.description.contains("Early.desk needs \(driver), which does not exist yet"))
        #expect(error.faults[0].remedy.contains(".dependsOn(\"\(driver)\")) at the definition of "))
        #expect(error.faults[0].location?.contains("NotStartedTests.swift") == true)
    }
}
