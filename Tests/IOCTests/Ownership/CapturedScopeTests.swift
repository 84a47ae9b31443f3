import IOC
import Testing

@Suite("Longer-lived instances never retain shorter-lived ones")
struct CapturedScopeTests {
    final class Visit: Sendable {}
    final class Step: Sendable {
        let visit: Visit
        init(_ visit: Visit) { self.visit = visit }
    }
    protocol Walk: AnyObject, Sendable { func readVisit() throws -> Visit }
    final class Wired: Walk, @unchecked Sendable {
        @Autowired var visit: Visit
        func readVisit() throws -> Visit { try $visit.get() }
    }
    final class Holder: @unchecked Sendable {
        let held: AnyObject
        init(_ held: AnyObject) { self.held = held }
    }

    final class Shop: Assembly {
        let visit = Definition(.request) { (_: Shop) in Visit() }
        let step = Definition(.prototype) { (shop: Shop) in Step(try shop.visit()) }
        let graphStep = Definition(.objectGraph) { (shop: Shop) in Holder(try shop.step()) }
        let wired = Definition(.prototype) { (_: Shop) in Wired() }
        // What it promises does not show the property.
        let walk = Definition(.prototype) { (_: Shop) in Wired() as any Walk }
        let keeper = Definition(.lazySingleton) { (shop: Shop) in Holder(try shop.step()) }
        let weakKeeper = Definition(.weakSingleton) { (shop: Shop) in Holder(try shop.graphStep()) }
        let farKeeper = Definition(.lazySingleton) { (shop: Shop) in Holder(try shop.graphStep()) }
        let wiredKeeper = Definition(.lazySingleton) { (shop: Shop) in Holder(try shop.wired()) }
        let walkKeeper = Definition(.lazySingleton) { (shop: Shop) in Holder(try shop.walk()) }
    }

    /// The path of the fault that an operation inside a request throws, without modules and outer types.
    private func path(_ body: () throws -> Void) throws -> [String] {
        let error = try #require(throws: IOCError.self) { try withRequestScope(body) }
        #expect(error.code == .dependencyCaptive)
        return error.faults[0].path.map { $0.split(separator: ".").last.map(String.init) ?? "" }
    }

    @Test("A construction that would keep a request's instance through any steps is an error with the whole path")
    func throughSteps() throws {
        let shop = try Shop.activated()
        #expect(try path { _ = try shop.keeper() } == ["keeper", "step", "visit"])
        #expect(try path { _ = try shop.weakKeeper() } == ["weakKeeper", "graphStep", "step", "visit"])
        #expect(try path { _ = try shop.farKeeper() } == ["farKeeper", "graphStep", "step", "visit"])
    }

    @Test("A later read that would retain a shorter-lived instance is an error, and a request's own read is none")
    func readLater() throws {
        let shop = try Shop.activated()
        let wired = try #require(try shop.wiredKeeper().held as? Wired)
        #expect(try path { _ = try wired.readVisit() } == ["wiredKeeper", "wired", "visit"])
        let walk = try #require(try shop.walkKeeper().held as? any Walk)
        #expect(try path { _ = try walk.readVisit() } == ["walkKeeper", "walk", "visit"])
        try withRequestScope {
            let visit = try shop.visit()
            #expect(try shop.step().visit === visit && shop.wired().visit === visit)
        }
    }

    // MARK: Lookups and providers of components

    @Component("keeper", .lazy) final class Keeper {
        @Autowired var context: ApplicationContext
        func didInject() throws { _ = try context.component(PerRequest.self) }
    }
    @Component("far", .lazy) final class FarKeeper {
        @Autowired var context: ApplicationContext
        func didInject() throws { _ = try context.component(Passing.self) }
    }
    @Component(.scope(.prototype)) final class Passing {
        @Autowired var perRequest: PerRequest
        func didInject() throws { _ = try $perRequest.get() }
    }
    @Component(.lazy) final class Asking {
        @Autowired var later: Provider<Passing>
        func didInject() throws { _ = try later() }
    }

    @Test(
        "A lookup that would be retained is reported with each component of its path, and a provider's call is allowed")
    func lookups() throws {
        let context = try boot(PerRequest.self, Keeper.self, FarKeeper.self, Passing.self, Asking.self)
        #expect(try path { _ = try context.component(Keeper.self) } == ["keeper", "PerRequest"])
        #expect(try path { _ = try context.component(FarKeeper.self) } == ["far", "Passing", "PerRequest"])
        try withRequestScope { _ = try context.component(Asking.self) }
    }

    @Component(.lazy) final class ChildKeeper { @Autowired var passing: Passing }

    @Test("A child's singleton does not keep what its parent's prototype gets for a request")
    func child() throws {
        let parent = try boot(Passing.self, PerRequest.self)
        let found = try path {
            let child = try ApplicationContext(ContextConfiguration(ChildKeeper.self), parent: parent)
            _ = try child.component(ChildKeeper.self).$passing.get()
        }
        #expect(found == ["ChildKeeper", "Passing", "PerRequest"])
    }
}
