import IOC
import Testing

@Suite("Longer-lived instances never retain shorter-lived ones")
struct CapturedScopeTests {
    final class PerRequest: @unchecked Sendable {}
    final class Step: @unchecked Sendable {
        let request: PerRequest?
        init(_ request: PerRequest? = nil) { self.request = request }
    }
    final class Wired: @unchecked Sendable {
        @Autowired var request: PerRequest
    }
    final class Holder: @unchecked Sendable {
        let held: AnyObject
        init(_ held: AnyObject) { self.held = held }
    }

    final class Shop: Assembly {
        let request = Definition(.request) { (_: Shop) in PerRequest() }
        let step = Definition(.prototype) { (shop: Shop) in Step(try shop.request()) }
        let graphStep = Definition(.objectGraph) { (shop: Shop) in Holder(try shop.step()) }
        let wired = Definition(.prototype) { (_: Shop) in Wired() }
        let keeper = Definition(.lazySingleton) { (shop: Shop) in Holder(try shop.step()) }
        let weakKeeper = Definition(.weakSingleton) { (shop: Shop) in Holder(try shop.graphStep()) }
        let farKeeper = Definition(.lazySingleton) { (shop: Shop) in Holder(try shop.graphStep()) }
        let wiredKeeper = Definition(.lazySingleton) { (shop: Shop) in Holder(try shop.wired()) }
    }

    private func error(_ body: () throws -> Void) throws -> IOCError {
        try #require(throws: IOCError.self) { try withRequestScope(body) }
    }

    @Test(
        "A construction that would keep a request's instance through any number of steps is an error with the whole path"
    )
    func throughSteps() throws {
        let shop = try Shop.activated()
        for (name, body) in [
            ("keeper", { _ = try shop.keeper() }), ("weakKeeper", { _ = try shop.weakKeeper() }),
            ("farKeeper", { _ = try shop.farKeeper() }),
        ] as [(String, () throws -> Void)] {
            let error = try error(body)
            #expect(error.code == .dependencyCaptive)
            #expect(error.description.contains("Shop.\(name)"))
            #expect(error.description.contains("Shop.step"))
            #expect(error.description.contains(".Shop.request (request) longer than it lives"))
            #expect(error.description.contains("Singleton) would hold "))
            #expect(error.description.contains("Provider"))
        }
    }

    @Test("A later read that would retain a shorter-lived instance is an error")
    func readLater() throws {
        let shop = try Shop.activated()
        let wired = try #require(try shop.wiredKeeper().held as? Wired)
        let error = try error { _ = try wired.$request.get() }
        #expect(error.code == .dependencyCaptive)
        #expect(error.description.contains("Shop.wiredKeeper"))
    }

    @Test("A request gets its own components through the same steps")
    func allowed() throws {
        let shop = try Shop.activated()
        try withRequestScope {
            let request = try shop.request()
            #expect(try shop.step().request === request)
            #expect(try shop.wired().request === request)
        }
    }

    final class Asking: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var later: Provider<Passing>
        func didInject() throws { _ = try later() }
    }
    final class Passing: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var visit: Visit
        func didInject() throws { _ = try $visit.get() }
    }
    final class Visit: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }

    @Test("A provider's call in a construction keeps nothing, and is let through")
    func provider() throws {
        let context = try boot(Asking.self, Passing.self, Visit.self)
        try withRequestScope { _ = try context.component(Asking.self) }
    }

    final class ChildKeeper: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var passing: Passing
    }

    @Test("A child's singleton does not keep what its parent's prototype gets for a request")
    func child() throws {
        let parent = try boot(Passing.self, Visit.self)
        let error = #expect(throws: IOCError.self) {
            let child = try ApplicationContext(ContextConfiguration(ChildKeeper.self), parent: parent)
            try withRequestScope { _ = try child.component(ChildKeeper.self).$passing.get() }
        }
        #expect(error?.code == .dependencyCaptive)
        #expect(error?.description.contains("ChildKeeper -> IOCTests.CapturedScopeTests.Passing -> ") == true)
    }
}
