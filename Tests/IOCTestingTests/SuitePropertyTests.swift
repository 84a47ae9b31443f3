import IOC
import IOCBase
import IOCTesting
import Testing

/// The properties of suites, which can't throw when they are read.
@Suite("A suite's property that can't be filled")
struct SuitePropertyTests {
    @Component final class Awaited {
        init() async {}
    }
    @Component final class Follower {
        let awaited: Awaited
    }
    @Component(.scope(.request)) final class Visit {}
    @Component(.lazy) final class Idle {
        static let made = Guarded(0)
        init() { Self.made.withLock { $0 += 1 } }
    }
    @Component final class Ticker: Clock { let now = 2 }

    static let awaited = ContextConfiguration.of(Awaited.self, Follower.self)

    @Suite(
        "A property of a suite without such a component, in a class", .expectingError("Missing.mailer"),
        .applicationContext(.of(SystemClock.self)))
    final class Missing {
        @Autowired var clock: SystemClock
        @Autowired var mailer: any Mailer
        @Autowired var optional: (any Mailer)?
        @Autowired var all: [any Mailer]
        @Value("missing") var setting = 3

        @Test("A suite's property that can't be filled is an issue, and the test does not run")
        func missing() { Issue.record("the test ran") }
    }

    @Suite(
        "A property of a suite whose context has not started", .expectingError(", starting: true"),
        .applicationContext(awaited))
    struct NotStarted {
        @Autowired var follower: Follower

        @Test("A suite's property of an awaited component is an issue that proposes the start")
        func unstarted() { Issue.record("the test ran") }
    }

    @Suite(
        "A property of a suite in a context that is shared", .expectingError("not-started"),
        .applicationContext(awaited, sharing: .configuration))
    actor Shared {
        @Autowired var follower: Follower

        @Test("A suite's property that can't be filled is an issue for each case", arguments: 0..<3)
        func unstarted(number: Int) { Issue.record("the test ran") }
    }

    @Suite("A property of a suite whose context is started", .applicationContext(awaited, starting: true))
    struct Started {
        @Autowired var follower: Follower

        @Test("A suite's property of an awaited component is filled if the context is started")
        func started() { #expect(follower.awaited === follower.awaited) }
    }

    @Suite(
        "A property of a suite that can be filled",
        .applicationContext(.of(SystemClock.self, Visit.self, Ticker.self, Idle.self)))
    struct Filled {
        @Autowired("SystemClock") var clock: any Clock
        @Autowired var visit: Visit
        @Autowired var ticker: Ticker
        @Autowired var idle: Idle

        @Test("A suite's property that a name or a request scope fills lets the test run")
        func named() async throws {
            #expect(clock.now == 1)
            try await withRequestScope {
                let other = try ApplicationContext.current.component(Visit.self)
                #expect(try $visit.get() === other)
            }
        }

        @Test(
            "A suite's property that the configuration of one test can't fill lets that test run",
            .applicationContext(.of(SystemClock.self)))
        func other() { #expect(clock.now == 1) }

        @Test("The check of a suite's properties creates no prototype and no lazy singleton")
        func lazy() { #expect(Idle.made.withLock { $0 } == 0) }

        @Suite("A property of a nested suite", .applicationContext { $0.remove(Ticker.self) })
        struct Nested {
            @Autowired var visit: Visit

            @Test("A nested suite is checked for its own properties only")
            func runs() throws { #expect(try ApplicationContext.current.component((any Clock).self).now == 1) }
        }
    }
}
