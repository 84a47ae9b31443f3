import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("Replacements in tests")
struct ReplacementTests {
    @Test(
        "A replaced component is never created, and its dependencies may be missing",
        .applicationContext(.of(Station.self, Satellite.self)) { $0.replace((any Dish).self) { FakeDish() } })
    func neverMade() throws {
        #expect(try ApplicationContext.current.component(Station.self).dish is FakeDish)
        #expect(Satellite.made.withLock { $0 } == 0)
    }

    @Test(
        "A replacement is injected itself",
        .applicationContext(.shop) { $0.replace((any Mailer).self) { ClockMailer() } })
    func injected() throws {
        let mailer = try #require(try ApplicationContext.current.component(Ledger.self).mailer as? ClockMailer)
        #expect(mailer.clock.now == 1)
    }

    @Component final class Caller {
        @Autowired var mailer: PostMailer
    }

    @Test(
        "A replacement by a protocol does not fill a dependency of the class, and the message names both",
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
        "A replacement may state its name and its type",
        .applicationContext(.shop) { $0.replace(named: "mailer", as: (any Mailer).self) { UnusedMailer() } })
    func namedWithType() throws {
        #expect(try ApplicationContext.current.component((any Mailer).self) is UnusedMailer)
    }

    final class Nightly: IOCComponent {
        static var traits: [ComponentTrait] { [.profile("night")] }
    }

    @Test(
        "A component of a profile can be replaced by a test that activates the profile",
        .applicationContext(.of(Nightly.self)) { $0.activate(profile: "night") })
    func profile() throws {
        #expect(throws: Never.self) { try ApplicationContext.current.component(Nightly.self) }
    }

    @Test(
        "A setting or a profile can't be changed in a context that has booted",
        .applicationContext(.shop),
        arguments: [{ $0.set("till.currency", to: "SEK") }, { $0.activate(profile: "night") }]
            as [@Sendable (inout ContextPatch) -> Void])
    func booted(change: @Sendable (inout ContextPatch) -> Void) throws {
        let error = try #require(throws: IOCError.self) { try ApplicationContext.current.patched(change) }
        #expect(error.code == .patchWithoutTarget)
        #expect("\(error)".contains("boot a context with the change"))
    }

    @Test("A component of a profile is missing without the profile", .applicationContext(.of(Nightly.self)))
    func withoutProfile() throws {
        #expect(throws: IOCError.self) { try ApplicationContext.current.component(Nightly.self) }
    }

    final class ClockMailer: Mailer, @unchecked Sendable {
        @Autowired var clock: any Clock
        func send(_ text: String) {}
    }

    @Test(
        "A replacement is created for each context anew, with what the closure around it created",
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
        "A replacement by type without such a component is an issue with near misses",
        .expectingIssue(
            "patch-without-target", "there is no component of type any IOCTestingTests.Mailer to replace",
            "PostMailer: no prefix or class list names it",
            "IOCTestingTests/ReplacementTests.swift"),
        .applicationContext(.of(SystemClock.self)) { $0.replace((any Mailer).self) { UnusedMailer() } })
    func nothingByType() { Issue.record("the test ran without its context") }

    @Test(
        "A replacement by name without such a component is an issue with a suggestion",
        .expectingIssue("patch-without-target", "no component named 'mialer'", "did you mean", "'mailer'?"),
        .applicationContext(.shop) { $0.replace(named: "mialer") { UnusedMailer() as any Mailer } })
    func nothingByName() { Issue.record("the test ran without its context") }

    @Test(
        "A wrapper without such a component is an issue",
        .expectingIssue("patch-without-target", "no component named 'absent'"),
        .applicationContext(.shop) { $0.wrap(named: "absent", as: (any Mailer).self) { $0 } })
    func nothingToWrap() { Issue.record("the test ran without its context") }

    final class Greeter: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("greeting.evening") var evening = "Good evening"
    }

    @Test(
        "A misspelt setting of a test is an issue with the setting that was meant",
        .expectingIssues("'greeting.evening'?"),
        .applicationContext(.of(Greeter.self)) { $0.set("greting.evening", to: "x") })
    func misspeltSetting() throws {
        #expect(try ApplicationContext.current.component(Greeter.self).evening == "Good evening")
    }

    @Test(
        "A setting of a test that a component reads is no issue",
        .applicationContext(.of(Greeter.self)) { $0.set("greeting.evening", to: "x") })
    func setting() throws {
        #expect(try ApplicationContext.current.component(Greeter.self).evening == "x")
    }

    @Test("A setting that nothing reads is an error for a test without traits, too")
    func misspeltWithoutTrait() throws {
        let error = #expect(throws: IOCError.self) {
            try withApplicationContext(.of(Greeter.self), overrides: { $0.set("greting.evening", to: "x") }) {}
        }
        #expect(error?.code == .settingUnread)
    }

    @Test(
        "A replacement of another type is an issue",
        .expectingIssue("binding-target-does-not-fit", "FakeDish"),
        .applicationContext(.shop) { $0.replace(named: "SystemClock") { FakeDish() } })
    func unfitting() { Issue.record("the test ran without its context") }

    @Test(
        "A wrapper of another type is an issue",
        .expectingIssue("protocol-mismatch", "PostMailer", "Clock"),
        .applicationContext(.shop) { $0.wrap(named: "mailer", as: (any Clock).self) { $0 } })
    func wrappedAsAnother() { Issue.record("the test ran without its context") }

    @Test("A change without a component is an issue at the line of the change") func places() throws {
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
