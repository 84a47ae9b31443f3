import FoundationEssentials
import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("A suite with a context", .applicationContext(.shop))
struct TraitTests {
    @Autowired var ledger: Ledger

    @Test("The suite's own wrapped properties and the current context belong to the test")
    func current() throws {
        #expect(try ledger === ApplicationContext.current.component(Ledger.self))
        #expect(ledger.clock.now == 1)
    }

    @Test("Every case of a parameterized test has a context of its own, though they run at once", arguments: 0..<16)
    func isolated(number: Int) async throws {
        #expect(ledger.count == 0)
        ledger.enter("\(number)")
        await Task.yield()
        #expect(ledger.count == 1)
        let other = try await Task { try ApplicationContext.current.component(Ledger.self) }.value
        #expect(other === ledger)
    }

    @Test("A detached task is outside of the test's context: it fails, and boots nothing of the program's own")
    func detached() async throws {
        let task = Task.detached { try ApplicationContext.current.component(Ledger.self) }
        let error = try await #require(throws: IOCError.self) { try await task.value }
        #expect(error.code == .contextMissing)
        for text in ["Task.detached", "use Task instead", "@Suite(.applicationContext(…))"] {
            #expect(error.description.contains(text), "\(error)")
        }
    }

    @Test(
        "A test replaces by type or by name for itself alone",
        .applicationContext {
            $0.replace((any Clock).self) { FixedClock() }
            $0.replace(named: "mailer", as: (any Mailer).self) { RecordingMailer(around: PostMailer()) }
        })
    func replaced() throws {
        #expect(ledger.clock.now == 42 && ledger.mailer is RecordingMailer)
        #expect(try ApplicationContext.current.component((any Clock).self) === ledger.clock)
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

    /// A file that the trait reads, which its test removes.
    private static let file = FileManager.default.temporaryDirectory.path + "/ioc-" + UUID().uuidString + ".json"
    private static func written() -> String {
        let text = #"{ "classes": ["IOCTestingTests.SystemClock"], "settings": { "a": 1, "b": 1 } }"#
        _ = FileManager.default.createFile(atPath: file, contents: Data(text.utf8))
        return file
    }

    @Test("A test's context comes from a file", .applicationContext(contentsOf: written()) { $0.set("b", to: 2) })
    func fromFile() throws {
        try FileManager.default.removeItem(atPath: Self.file)
        let context = try ApplicationContext.current
        #expect(context.graph.components.map(\.name) == ["IOCTestingTests.SystemClock"])
        #expect(try context.setting("a", as: Int.self) == 1)
        #expect(try context.setting("b", as: Int.self) == 2)
    }

    private static let configured = {
        var configuration = ContextConfiguration(classes: ["IOCTestingTests.SystemClock"], profiles: ["own"])
        configuration.overrides = ["a": "own", "b": "own", "c": "own"]
        configuration.knownProfiles = ["own", "x", "y"]
        return configuration
    }()

    @Test(
        "Traits add profiles and settings to those of the configuration, and the last setting counts",
        .applicationContext(configured) {
            $0.set("b", to: "first")
            $0.set("c", to: "first")
            $0.activate(profile: "x")
        },
        .applicationContext {
            $0.set("c", to: "second")
            $0.activate(profile: "y")
        })
    func additions() throws {
        let context = try ApplicationContext.current
        #expect(context.report.profiles == ["own", "x", "y"])
        let values = try ["a", "b", "c"].map { try context.setting($0, as: String.self) }
        #expect(values == ["own", "first", "second"])
    }

    final class Counted: IOCComponent {
        static let made = Guarded(0)
        init() { Self.made.withLock { $0 += 1 } }
    }

    @Test(
        "A test with traits inside those of its suite has one context",
        .applicationContext(.of(Counted.self)), .applicationContext { $0.set("a", to: 1) })
    func single() throws {
        #expect(try ApplicationContext.current.setting("a", as: Int.self) == 1)
        #expect(Counted.made.withLock { $0 } == 1)
    }

    @Suite("A nested suite with a trait", .applicationContext { $0.set("ledger.currency", to: "NOK") })
    struct Nested {
        @Autowired var ledger: Ledger

        @Test("A nested suite inherits the configuration and adds to it")
        func inherits() {
            #expect(ledger.currency == "NOK")
            #expect(ledger.clock.now == 1)
        }

        @Test(
            "The innermost trait wins",
            .applicationContext {
                $0.set("ledger.currency", to: "DKK")
                $0.replace((any Clock).self) { FixedClock(3) }
            })
        func refined() {
            #expect(ledger.currency == "DKK")
            #expect(ledger.clock.now == 3)
        }

        @Test("A trait with another configuration begins anew", .applicationContext(.of(SystemClock.self)))
        func anew() throws {
            let context = try ApplicationContext.current
            #expect(context.graph.components.map(\.name) == ["IOCTestingTests.SystemClock"])
        }
    }
}
