import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("Replacements in tests")
struct ReplacementTests {
    @Test(
        "is never created, and what it needs may be missing",
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

    @Component final class Caller {
        @Autowired var mailer: PostMailer
    }

    @Test(
        "by a protocol does not serve who asks for the class, and the message names both",
        .applicationContext(.of(SystemClock.self, PostMailer.self, Caller.self)) {
            $0.replace((any Mailer).self) { UnusedMailer() }
        })
    func mismatch() throws {
        let caller = try ApplicationContext.current.component(Caller.self)
        let error = #expect(throws: IOCError.self) { try caller.$mailer.get() }
        #expect(error?.code == .protocolMismatch)
        let text = try #require(error?.description)
        #expect(text.contains("Caller.mailer needs IOCTestingTests.PostMailer"), "\(text)")
        #expect(text.contains("PostMailer is replaced by IOCTestingTests.ReplacementTests.UnusedMailer"), "\(text)")
    }

    @Test(
        "can be named with its type",
        .applicationContext(.shop) { $0.replace(named: "mailer", as: (any Mailer).self) { UnusedMailer() } })
    func namedWithType() throws {
        #expect(try ApplicationContext.current.component((any Mailer).self) is UnusedMailer)
    }

    final class Nightly: IOCComponent {
        static var traits: [ComponentTrait] { [.profile("night")] }
    }

    @Test(
        "may be there in a profile only, which a test activates",
        .applicationContext(.of(Nightly.self)) { $0.activate(profile: "night") })
    func profile() throws {
        #expect(throws: Never.self) { try ApplicationContext.current.component(Nightly.self) }
    }

    @Test(
        "can't be a setting or a profile of a context that has booted",
        .applicationContext(.shop),
        arguments: [{ $0.set("till.currency", to: "SEK") }, { $0.activate(profile: "night") }]
            as [@Sendable (inout ContextPatch) -> Void])
    func booted(change: @Sendable (inout ContextPatch) -> Void) throws {
        let error = try #require(throws: IOCError.self) { try ApplicationContext.current.patched(change) }
        #expect(error.code == .patchWithoutTarget)
        #expect("\(error)".contains("boot a context with the change"))
    }

    @Test("is not there without its profile", .applicationContext(.of(Nightly.self)))
    func withoutProfile() throws {
        #expect(throws: IOCError.self) { try ApplicationContext.current.component(Nightly.self) }
    }

    final class ClockMailer: Mailer, @unchecked Sendable {
        @Autowired var clock: any Clock
        func send(_ text: String) {}
    }

    @Test(
        "is created for each context anew, with what the closure around it made",
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
            "patch-without-target", "there is no component of type any IOCTestingTests.Mailer to replace",
            "PostMailer: no prefix or class list names it",
            "IOCTestingTests/ReplacementTests.swift"),
        .applicationContext(.of(SystemClock.self)) { $0.replace((any Mailer).self) { UnusedMailer() } })
    func nothingByType() { Issue.record("the test ran without its context") }

    @Test(
        "must be there: by name, with a suggestion",
        .expectingIssue("patch-without-target", "no component named 'mialer'", "did you mean", "'mailer'?"),
        .applicationContext(.shop) { $0.replace(named: "mialer") { UnusedMailer() as any Mailer } })
    func nothingByName() { Issue.record("the test ran without its context") }

    @Test(
        "must be there to be wrapped, too",
        .expectingIssue("patch-without-target", "no component named 'absent'"),
        .applicationContext(.shop) { $0.wrap(named: "absent", as: (any Mailer).self) { $0 } })
    func nothingToWrap() { Issue.record("the test ran without its context") }

    final class Greeter: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("greeting.evening") var evening = "Good evening"
    }

    @Test(
        "is a setting that something reads: a misspelt one fails the test, with the one that was meant",
        .expectingIssues("'greeting.evening'?"),
        .applicationContext(.of(Greeter.self)) { $0.set("greting.evening", to: "x") })
    func misspeltSetting() throws {
        #expect(try ApplicationContext.current.component(Greeter.self).evening == "Good evening")
    }

    @Test(
        "is a setting that something reads",
        .applicationContext(.of(Greeter.self)) { $0.set("greeting.evening", to: "x") })
    func setting() throws {
        #expect(try ApplicationContext.current.component(Greeter.self).evening == "x")
    }

    @Test("is, for a test without traits, a setting that something reads, too")
    func misspeltWithoutTrait() throws {
        let error = #expect(throws: IOCError.self) {
            try withApplicationContext(.of(Greeter.self), overrides: { $0.set("greting.evening", to: "x") }) {}
        }
        #expect(error?.code == .settingUnread)
    }

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

    @Test("must have a component, or an issue names the line of the change") func places() throws {
        let error = #expect(throws: IOCError.self) {
            try withApplicationContext(
                .of(SystemClock.self),
                overrides: { changes in
                    changes.replace((any Mailer).self, fileID: "Own/A.swift", line: 1) { UnusedMailer() }
                    changes.replace(named: "b", fileID: "Own/B.swift", line: 2) { UnusedMailer() as any Mailer }
                    changes.wrap((any Dish).self, fileID: "Own/C.swift", line: 3) { $0 }
                    changes.wrap(named: "d", as: (any Mailer).self, fileID: "Own/D.swift", line: 4) { $0 }
                }
            ) {}
        }
        let places = (error?.faults ?? []).compactMap(\.location)
        #expect(places.sorted() == ["Own/A.swift:1", "Own/B.swift:2", "Own/C.swift:3", "Own/D.swift:4"])
    }

    final class UnusedMailer: Mailer {
        func send(_ text: String) {}
    }
}
