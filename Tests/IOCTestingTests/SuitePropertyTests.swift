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

    static let awaited = ContextConfiguration.of(Awaited.self, Follower.self)

    @Suite(
        "as the context has not started", .expectingError(", starting: true"),
        .applicationContext(awaited))
    struct NotStarted {
        @Autowired var follower: Follower

        @Test("is an issue, and the test does not run")
        func unstarted() { Issue.record("the test ran") }
    }

    @Suite(
        "as there is no such component, in a class", .expectingError("Missing.mailer"),
        .applicationContext(.of(SystemClock.self)))
    final class Missing {
        @Autowired var clock: SystemClock
        @Autowired var mailer: any Mailer
        @Autowired var optional: (any Mailer)?
        @Autowired var all: [any Mailer]
        @Value("missing") var setting = 3

        @Test("is an issue, and the test does not run")
        func missing() { Issue.record("the test ran") }
    }

    @Suite(
        "in a context that is shared", .expectingError("not-started"),
        .applicationContext(awaited, sharing: .configuration))
    actor Shared {
        @Autowired var follower: Follower

        @Test("is an issue, too", arguments: 0..<3)
        func unstarted(number: Int) { Issue.record("the test ran") }
    }

    @Suite("but that may be filled", .applicationContext(.of(SystemClock.self, Visit.self, Ticker.self, Idle.self)))
    struct Filled {
        @Autowired("SystemClock") var clock: any Clock
        @Autowired var visit: Visit
        @Autowired var ticker: Ticker
        @Autowired var idle: Idle

        @Test("lets the test run: a name chooses, and the test enters a request")
        func named() async throws {
            #expect(clock.now == 1)
            try await withRequestScope {
                let visit = try $visit.get()
                let other = try ApplicationContext.current.component(Visit.self)
                #expect(visit === other)
            }
        }

        @Test("lets a test with another configuration run", .applicationContext(.of(SystemClock.self)))
        func other() { #expect(clock.now == 1) }

        @Test("lets no prototype and no lazy singleton be created for it")
        func lazy() { #expect(Idle.made.withLock { $0 } == 0) }

        @Suite("in a nested suite counts for itself", .applicationContext { $0.remove(Ticker.self) })
        struct Nested {
            @Autowired var visit: Visit

            @Test("so what the outer suite asks for may be missing")
            func runs() throws { #expect(try ApplicationContext.current.component((any Clock).self).now == 1) }
        }
    }

    @Suite("is filled if its context is started", .applicationContext(awaited, starting: true))
    struct Started {
        @Autowired var follower: Follower

        @Test("also if it is an awaited one")
        func started() { #expect(follower.awaited === follower.awaited) }
    }

    @Component(.lazy) final class Idle {
        static let made = Guarded(0)
        init() { Self.made.withLock { $0 += 1 } }
    }
    @Component final class Ticker: Clock { let now = 2 }
}

@Suite("A profile in a test")
struct ProfileInTestTests {
    @Component(.profile("night")) final class Nightly {}
    static let nightly = ContextConfiguration.of(Nightly.self, SystemClock.self)

    @Test(
        "that nothing mentions is an issue with a suggestion",
        .expectingIssue("profile-unknown", "'nihgt'", "did you mean 'night'", "SuitePropertyTests.swift:"),
        .applicationContext(nightly) { $0.activate(profile: "nihgt") })
    func activated() { Issue.record("the test ran without its context") }

    @Test(
        "that its configuration has is an issue, too", .expectingIssue("profile-unknown", "did you mean 'night'"),
        .applicationContext(misspelt))
    func configured() { Issue.record("the test ran without its context") }

    static let misspelt = {
        var configuration = nightly
        configuration.profiles = ["nihgt"]
        return configuration
    }()

    @Test("that nothing mentions is an issue of a wiring test, too")
    func wiring() {
        withKnownIssue {
            expectWiring(of: Self.misspelt)
        } matching: { issue in
            issue.comments.contains { "\($0)".contains("did you mean 'night'") }
        }
    }
}
