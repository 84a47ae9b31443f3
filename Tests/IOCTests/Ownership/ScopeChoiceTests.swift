import IOC
import IOCBase
import Testing

/// Several scopes that are active at once: which one an instance comes from.
@Suite("Nested and concurrent activations of a scope")
struct ScopeChoiceTests {
    private struct Day: ScopeStore {
        @TaskLocal static var current: ScopeInstances?
        var instances: ScopeInstances? { Self.current }
    }
    private static let day = Scope.custom(named: "day", store: Day())

    @Component(.scope(ScopeChoiceTests.day)) final class Clock {}
    @Component(.scope(ScopeChoiceTests.day)) final class Today {
        @Autowired var visit: PerRequest
        @Autowired var clock: Clock
    }

    @Test(
        "A component of one scope gets another scope's component from the active one, and its own scope's from its own")
    func acrossScopes() throws {
        let context = try boot(PerRequest.self, Today.self, Clock.self)
        let days = (ScopeInstances(), ScopeInstances())
        let today = try Day.$current.withValue(days.0) { try context.component(Today.self) }
        try Day.$current.withValue(days.1) {
            try withRequestScope {
                let visit = try context.component(PerRequest.self)
                #expect(today.visit === visit)
            }
            let clock = try context.component(Clock.self)
            #expect(today.clock !== clock)
        }
        let clock = try Day.$current.withValue(days.0) { try context.component(Clock.self) }
        #expect(clock === today.clock)
    }

    @Component(.scope(.request)) final class Stroll {
        @TaskLocal static var otherDay: ScopeInstances?
        @Autowired var context: ApplicationContext
        let clock = Guarded<Clock?>(nil)
        func didInject() throws {
            let found = try Day.$current.withValue(Self.otherDay) { try context.component(Clock.self) }
            clock.withLock { $0 = found }
        }
    }
    @Component(.scope(ScopeChoiceTests.day)) final class Sunday {
        @Autowired var context: ApplicationContext
        let stroll = Guarded<Stroll?>(nil)
        func didInject() throws {
            let found = try context.component(Stroll.self)
            stroll.withLock { $0 = found }
        }
    }

    @Test("A construction looks up in its own scope, although another one is active")
    func outerConstruction() throws {
        let context = try boot(Stroll.self, Sunday.self, Clock.self)
        try Stroll.$otherDay.withValue(ScopeInstances()) {
            try Day.$current.withValue(ScopeInstances()) {
                try withRequestScope {
                    let stroll = try context.component(Sunday.self).stroll.withLock(\.self)
                    #expect(try stroll?.clock.withLock(\.self) === context.component(Clock.self))
                }
            }
        }
    }

    @Component(.scope(.request)) final class Trip {
        @Autowired var context: ApplicationContext
        let visits = Guarded<[PerRequest]>([])
        func didInject() throws {
            let found = [
                try context.component(PerRequest.self), try withRequestScope { try context.component(PerRequest.self) },
                try context.component(PerRequest.self),
            ]
            visits.withLock { $0 = found }
        }
    }

    @Test(
        "A scope that begins inside a construction has its own instances, and the construction keeps to its own scope")
    func nested() throws {
        let context = try boot(PerRequest.self, Trip.self)
        try withRequestScope {
            let visits = try context.component(Trip.self).visits.withLock(\.self)
            #expect(visits[0] === visits[2] && visits[1] !== visits[0])
            #expect(try context.component(PerRequest.self) === visits[0])
        }
    }
}
