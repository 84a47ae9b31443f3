import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("A suite with a context", .applicationContext(.shop))
struct TraitTests {
    @Autowired var ledger: Ledger

    @Test("The suite's own wrapped properties and the current context are the test's")
    func current() throws {
        #expect(try ledger === ApplicationContext.current.component(Ledger.self))
        #expect(ledger.clock.now == 1)
    }

    @Test("Every case of a parameterized test has a context of its own, though they run at once", arguments: 0..<32)
    func isolated(number: Int) async throws {
        #expect(ledger.count == 0)
        ledger.enter("\(number)")
        await Task.yield()
        #expect(ledger.count == 1)
        let other = try await Task { try ApplicationContext.current.component(Ledger.self) }.value
        #expect(other === ledger)
    }

    @Test(
        "A test replaces by type for itself alone",
        .applicationContext { $0.replace((any Clock).self) { FixedClock() } })
    func replacedByType() throws {
        #expect(ledger.clock.now == 42)
        #expect(try ApplicationContext.current.component((any Clock).self) === ledger.clock)
    }

    @Test(
        "A test replaces by name",
        .applicationContext { $0.replace(named: "SystemClock") { FixedClock(7) as any Clock } })
    func replacedByName() {
        #expect(ledger.clock.now == 7)
    }

    @Test(
        "A test wraps by type and by name, and the instance inside is the program's own",
        .applicationContext {
            $0.wrap((any Mailer).self) { RecordingMailer(around: $0) }
            $0.wrap(named: "mailer", as: (any Mailer).self) { RecordingMailer(around: $0) }
        })
    func wrapped() throws {
        ledger.enter("three")
        let outer = try #require(ledger.mailer as? RecordingMailer)
        let inner = try #require(outer.inner as? RecordingMailer)
        #expect(outer.sent == ["three"] && inner.sent == ["three"])
        #expect(inner.inner is PostMailer)
    }

    @Test("A test sets properties", .applicationContext { $0.set("ledger.currency", to: "SEK") })
    func properties() {
        #expect(ledger.currency == "SEK")
    }

    @Suite("with more said inside", .applicationContext { $0.set("ledger.currency", to: "NOK") })
    struct Nested {
        @Autowired var ledger: Ledger

        @Test("inherits the configuration and adds to it")
        func inherits() {
            #expect(ledger.currency == "NOK")
            #expect(ledger.clock.now == 1)
        }

        @Test(
            "has the innermost word win",
            .applicationContext {
                $0.set("ledger.currency", to: "DKK")
                $0.replace((any Clock).self) { FixedClock(3) }
            })
        func refined() {
            #expect(ledger.currency == "DKK")
            #expect(ledger.clock.now == 3)
        }

        @Test("begins anew with another configuration", .applicationContext(.of(SystemClock.self)))
        func anew() throws {
            let context = try ApplicationContext.current
            #expect(context.graph.components.map(\.name) == ["IOCTestingTests.SystemClock"])
        }
    }
}

@Suite("What a test replaces")
struct ReplacementTests {
    @Test(
        "is never made, and what it needs may be missing",
        .applicationContext(.of(Station.self, Satellite.self)) { $0.replace((any Dish).self) { FakeDish() } })
    func neverMade() throws {
        #expect(try ApplicationContext.current.component(Station.self).dish is FakeDish)
        #expect(Satellite.made.withLock { $0 } == 0)
    }

    @Test(
        "is injected itself",
        .applicationContext(.shop) { $0.replace((any Mailer).self) { ClockMailer() } })
    func injected() throws {
        let mailer = try #require(try ApplicationContext.current.component(Ledger.self).mailer as? ClockMailer)
        #expect(mailer.clock.now == 1)
    }

    final class ClockMailer: Mailer, @unchecked Sendable {
        @Autowired var clock: any Clock
        func send(_ text: String) {}
    }

    @Test(
        "is made for each context anew, with what the closure around it made",
        .applicationContext(.shop) {
            let recorder = RecordingMailer(around: UnusedMailer())
            $0.replace((any Mailer).self) { recorder }
        }, arguments: 0..<8)
    func anew(number: Int) throws {
        let ledger = try ApplicationContext.current.component(Ledger.self)
        ledger.enter("\(number)")
        #expect((ledger.mailer as? RecordingMailer)?.sent == ["\(number)"])
    }

    @Test(
        "must be there: by type, with the near misses",
        .expectingIssue(
            "patch-without-target", "there is no any IOCTestingTests.Mailer to replace",
            "PostMailer: no prefix or class list names it",
            "IOCTestingTests/TraitTests.swift"),
        .applicationContext(.of(SystemClock.self)) { $0.replace((any Mailer).self) { UnusedMailer() } })
    func nothingByType() { Issue.record("the test ran without its context") }

    @Test(
        "must be there: by name, with a suggestion",
        .expectingIssue("patch-without-target", "no component named 'mialer'", "did you mean", "'mailer'?"),
        .applicationContext(.shop) { $0.replace(named: "mialer") { UnusedMailer() as any Mailer } })
    func nothingByName() { Issue.record("the test ran without its context") }

    @Test(
        "must be there to be wrapped, too",
        .expectingIssue("patch-without-target", "no component named 'nobody'"),
        .applicationContext(.shop) { $0.wrap(named: "nobody", as: (any Mailer).self) { $0 } })
    func nothingToWrap() { Issue.record("the test ran without its context") }

    @Test(
        "must fit where the class was wanted",
        .expectingIssue("binding-target-does-not-fit", "FakeDish"),
        .applicationContext(.shop) { $0.replace(named: "SystemClock") { FakeDish() } })
    func unfitting() { Issue.record("the test ran without its context") }

    @Test(
        "must be what is wrapped",
        .expectingIssue("protocol-mismatch", "PostMailer", "Clock"),
        .applicationContext(.shop) { $0.wrap(named: "mailer", as: (any Clock).self) { $0 } })
    func wrappedAsAnother() { Issue.record("the test ran without its context") }

    final class UnusedMailer: Mailer {
        func send(_ text: String) {}
    }
}
