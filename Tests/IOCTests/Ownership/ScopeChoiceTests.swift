import IOC
import IOCBase
import Testing

/// Several scopes that are active at once: which one an instance comes from.
@Suite("Nested and concurrent activations of a scope")
struct ScopeChoiceTests {
    final class Visit: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    /// One for a day, whatever the requests.
    final class Today: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(ScopeChoiceTests.day)] }
        @Autowired var visit: Visit
        @Autowired var clock: Clock
    }
    final class Clock: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(ScopeChoiceTests.day)] }
    }
    private struct Day: ScopeStore {
        @TaskLocal static var current: ScopeInstances?
        var instances: ScopeInstances? { Self.current }
    }
    private static let day = Scope.custom(named: "day", store: Day())

    @Test("A component of one scope gets another scope's component from the active one")
    func acrossScopes() throws {
        let context = try boot(Visit.self, Today.self, Clock.self)
        let days = (ScopeInstances(), ScopeInstances())
        let today = try Day.$current.withValue(days.0) { try context.component(Today.self) }
        try Day.$current.withValue(days.1) {
            try withRequestScope {
                let visit = try context.component(Visit.self)
                #expect(today.visit === visit)
            }
            // Its own day's, though another one is now.
            let clock = try context.component(Clock.self)
            #expect(today.clock !== clock)
        }
        let own = try Day.$current.withValue(days.0) { try context.component(Clock.self) }
        #expect(own === today.clock)
    }

    final class Stroll: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @TaskLocal static var otherDay: ScopeInstances?
        @Autowired var context: ApplicationContext
        // Sound: written on the thread that makes it.
        var clock: Clock?
        func didInject() throws {
            clock = try Day.$current.withValue(Self.otherDay) { try context.component(Clock.self) }
        }
    }
    final class Sunday: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(ScopeChoiceTests.day)] }
        @Autowired var context: ApplicationContext
        // Sound: written on the thread that makes it.
        var stroll: Stroll?
        func didInject() throws { stroll = try context.component(Stroll.self) }
    }

    @Test("A construction looks up in its own scope, although another one is active")
    func outerConstruction() throws {
        let context = try boot(Stroll.self, Sunday.self, Clock.self)
        try Stroll.$otherDay.withValue(ScopeInstances()) {
            try Day.$current.withValue(ScopeInstances()) {
                try withRequestScope {
                    let stroll = try context.component(Sunday.self).stroll
                    #expect(try stroll?.clock === context.component(Clock.self))
                }
            }
        }
    }

    final class Trip: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var context: ApplicationContext
        // Sound: written on the thread that makes it.
        var (own, nested, again): (Visit?, Visit?, Visit?)
        func didInject() throws {
            own = try context.component(Visit.self)
            nested = try withRequestScope { try context.component(Visit.self) }
            again = try context.component(Visit.self)
        }
    }
    final class Guide: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var trip: Trip
    }

    @Test("A scope that begins inside a construction has its own; without one the construction's is meant")
    func nested() throws {
        let context = try boot(Visit.self, Trip.self, Guide.self)
        try withRequestScope {
            let trip = try context.component(Trip.self)
            #expect(trip.own === trip.again && trip.nested !== trip.own)
            #expect(try context.component(Visit.self) === trip.own)
        }
    }

    @Test("A property's instance belongs to its owner's request, also during another request")
    func held() async throws {
        let context = try boot(Visit.self, Trip.self, Guide.self)
        try await withRequestScope {
            let guide = try context.component(Guide.self)
            let visit = try context.component(Visit.self)
            try await withRequestScope {
                let other = try context.component(Visit.self)
                #expect(other !== visit)
                #expect(guide.trip.own === visit && guide.trip.again === visit)
            }
        }
    }

    // MARK: What a singleton would keep

    final class Keeper: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy, .named("keeper")] }
        @Autowired var context: ApplicationContext
        func didInject() throws { _ = try context.component(Visit.self) }
    }
    final class FarKeeper: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy, .named("far")] }
        @Autowired var context: ApplicationContext
        func didInject() throws { _ = try context.component(Step.self) }
    }
    final class Step: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype), .named("step")] }
        @Autowired var context: ApplicationContext
        func didInject() throws { _ = try context.component(Visit.self) }
    }
    protocol Walk: AnyObject, Sendable { func visit() throws -> Visit }
    final class Wired: Walk, @unchecked Sendable {
        @Autowired var later: Visit
        func visit() throws -> Visit { try $later.get() }
    }
    final class Holder: Sendable {
        let walk: any Walk
        init(_ walk: any Walk) { self.walk = walk }
    }
    final class Kit: Assembly {
        let walk = Definition(.prototype) { (_: Kit) in Wired() as any Walk }
        let holder = Definition(.lazySingleton) { (kit: Kit) in Holder(try kit.walk()) }
    }

    private func path(_ body: () throws -> Void) throws -> [String] {
        let error = try #require(throws: IOCError.self) { try withRequestScope(body) }
        #expect(error.code == .dependencyCaptive)
        return error.faults[0].path.map { $0.split(separator: ".").last.map(String.init) ?? "" }
    }

    @Test("A retained request instance is reported with the whole path, each component once")
    func captivePaths() throws {
        let context = try boot(Visit.self, Keeper.self, FarKeeper.self, Step.self)
        #expect(try path { _ = try context.component(Keeper.self) } == ["keeper", "Visit"])
        #expect(try path { _ = try context.component(FarKeeper.self) } == ["far", "step", "Visit"])
        let both = try ApplicationContext(
            ContextConfiguration(classes: [String(reflecting: Visit.self)], assemblies: [String(reflecting: Kit.self)]))
        let holder = try both.component(Holder.self)
        #expect(try path { _ = try holder.walk.visit() } == ["holder", "walk", "Visit"])
    }
}
