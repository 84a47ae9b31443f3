import IOCCommand
import IOCSource
import TestSupport
import Testing

@Suite("ioc check")
struct CheckCommandTests {
    private let shop = """
        import IOC
        import Core

        final class ShopCheckout: IOCComponent, @unchecked Sendable {
            @Autowired var gateway: any Gateway
            @Autowired("strpie") var named: any Gateway
            @Autowired var basket: ShopBasket
        }
        final class ShopBasket {}
        final class ShopInvoice: IOCComponent, Gateway {}
        """
    private let core = """
        import IOC
        public protocol Gateway: Sendable {}
        open class ShopBase: IOCComponent, @unchecked Sendable {
            public required init() {}
        }
        final class ShopStripe: ShopBase, @unchecked Sendable {
        }
        """

    private func run(_ scratch: borrowing Scratch, _ words: String...) -> ToolRun {
        var outcome = ioc(["check", "--sources", scratch.path + "/Sources", "--no-cache"] + words)
        outcome.error.replace(scratch.path + "/", with: "")
        return outcome
    }

    @Test("Errors stand where the compiler would put them, all at once, and end with exit code 1")
    func errors() throws {
        let scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", shop)
        try scratch.write("Sources/Core/Core.swift", core + "\nextension ShopStripe: Gateway {}\n")
        let file = try scratch.write(
            "config.json",
            """
            {
              "prefixes": ["Shop", "Legacy"],
              "classes": ["Core.ShopStipe"],
              "bindings": { "Core.Gatway": "stripe" }
            }
            """)
        let outcome = run(scratch, "--config", file)
        #expect(outcome.code == .faults)
        #expect(outcome.out.isEmpty)
        let lines = outcome.error.split(separator: "\n").filter { $0.contains(": error: ") }.map { String($0) }
        #expect(
            lines == [
                "Sources/Shop/Shop.swift:5:20: error: dependency-ambiguous: ShopCheckout.gateway needs "
                    + "any Core.Gateway, and several components provide one",
                "Sources/Shop/Shop.swift:6:30: error: qualifier-unknown: ShopCheckout.named needs any Core.Gateway "
                    + "named 'strpie', and nobody is called so",
                "Sources/Shop/Shop.swift:7:20: error: dependency-missing: ShopCheckout.basket needs "
                    + "Shop.ShopBasket, and no component provides one",
                "config.json:2:24: error: prefix-without-match: no component class matches the prefix 'Legacy'",
                "config.json:3:15: error: class-unknown: the program has no class 'Core.ShopStipe'; "
                    + "did you mean 'Core.ShopStripe'?",
                "config.json:4:17: error: binding-type-unknown: the program has no protocol or class 'Core.Gatway' "
                    + "to bind; did you mean 'Core.Gateway'?",
            ])
        #expect(outcome.error.contains("Sources/Core/Core.swift:6:13: note: candidate Core.ShopStripe\n"))
        #expect(
            outcome.error.contains("Sources/Shop/Shop.swift:9:13: note: near miss Shop.ShopBasket: does not conform"))
    }

    @Test("A sound program gets no complaint and exit code 0")
    func sound() throws {
        let scratch = try Scratch()
        try scratch.write("Sources/Core/Core.swift", core + "\nextension ShopStripe: Gateway {}\n")
        let file = try scratch.write("config.json", #"{ "prefixes": ["Shop"] }"#)
        let outcome = run(scratch, "--config", file)
        #expect(outcome.code == .success)
        #expect(outcome.error.isEmpty)
    }

    @Test("What only a run can tell is left alone and noted")
    func open() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/App.swift",
            """
            import IOC
            import Elsewhere
            protocol Sink: Sendable {}
            final class AppConsole: IOCComponent, Sink {
                static var traits: [ComponentTrait] { [.when(property: "console.enabled")] }
            }
            final class AppFile: IOCComponent {
                static var traits: [ComponentTrait] { makeTraits() }
            }
            final class AppCoupon: IOCComponent {
                static var traits: [ComponentTrait] { [.profile("campaign")] }
            }
            final class AppMain: IOCComponent, @unchecked Sendable {
                @Autowired var sink: any Sink
                @Autowired var foreign: Foreign
                @Autowired var coupon: AppCoupon
            }
            """)
        let file = try scratch.write("config.json", #"{ "prefixes": ["App"], "classes": ["Elsewhere.Mailer"] }"#)
        let outcome = run(scratch, "--config", file)
        #expect(outcome.code == .success)
        #expect(!outcome.error.contains("error:"))
        for text in [
            "App.swift:4:13: note: App.AppConsole hangs on the property console.enabled: it is tried in and out",
            "App.swift:8:16: note: these traits are no literals: what they say is left alone",
            "App.swift:14:20: note: dependency-missing: AppMain.sink needs any App.Sink",
            "left alone, as it hangs on the property console.enabled",
            "App.swift:15:20: note: dependency-missing: AppMain.foreign needs Foreign",
            "left alone, as Foreign is not declared in the sources",
            "config.json:1:36: note: class-unknown: the program has no class 'Elsewhere.Mailer': left alone, as the sources "
                + "of module Elsewhere were not given",
        ] {
            #expect(outcome.error.contains(text), "\(text)")
        }
        #expect(run(scratch, "--config", file, "--quiet").error.isEmpty)
        // With the profiles said, the coupon is simply missing.
        let exact = run(scratch, "--config", file, "--profile", "quiet")
        #expect(exact.code == .faults)
        #expect(exact.error.contains("App.swift:16:20: error: dependency-missing: AppMain.coupon needs App.AppCoupon"))
        #expect(run(scratch, "--config", file, "--profile", "campaign").code == .success)
        #expect(run(scratch, "--config", file, "--profile", "campaign, campaign").code == .success)
        let blank = run(scratch, "--config", file, "--profile", ",,,")
        #expect(blank.code == .usage && blank.error.contains("option '--profile' names no profile in ',,,'"))
    }

    @Test(
        "A fault that holds in one branch of an #if only is a note until the flag is known, and then an error or nothing"
    )
    func branches() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/App.swift",
            """
            protocol Tracer: Sendable {}
            protocol Meter: Sendable {}
            final class AppMeter: IOCComponent, Meter {}
            #if TRACING
            final class AppTracer: IOCComponent, Tracer {}
            final class AppTracingMeter: IOCComponent, Meter {}
            #endif
            final class AppMain: IOCComponent, @unchecked Sendable {
                @Autowired var tracer: any Tracer
                @Autowired var meter: any Meter
                #if TRACING
                @Autowired var level: AppLevel
                #endif
                @Autowired var missing: AppMissing
            }
            final class AppLevel {}
            final class AppMissing {}
            """)
        let file = try scratch.write("config.json", #"{ "prefixes": ["App"] }"#)
        let missing = "App.swift:14:20: error: dependency-missing: AppMain.missing needs App.AppMissing"
        func told(_ words: String...) -> [String] {
            var outcome = ioc(
                ["check", "--sources", scratch.path + "/Sources", "--no-cache", "--config", file] + words)
            outcome.error.replace(scratch.path + "/Sources/App/", with: "")
            #expect(outcome.code == .faults)
            #expect(outcome.error.contains(missing))
            return outcome.error.split(separator: "\n").map(String.init).filter {
                ($0.contains("dependency-") || $0.contains("left alone")) && !$0.contains(missing)
            }
        }
        let open = told()
        #expect(open.count == 3 && open.allSatisfy { $0.contains(": note: ") && $0.contains("left alone") })
        for text in [
            "9:20: note: dependency-missing: AppMain.tracer needs any App.Tracer",
            "10:20: note: dependency-ambiguous: AppMain.meter needs any App.Meter",
            "12:20: note: AppMain.level is left alone: it exists only where 'TRACING' holds",
        ] {
            #expect(open.contains { $0.contains(text) }, "\(text) in \(open)")
        }
        #expect(told("-DTRACING").allSatisfy { $0.contains(": error: ") })
        #expect(told("-DTRACING").count == 2)
    }

    @Test("Assemblies are looked up by name, and what is wrong with a name stands at it")
    func assemblies() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/App.swift",
            """
            final class AppAssembly: Assembly {}
            final class AppPlain {}
            final class AppMain: IOCComponent, @unchecked Sendable { @Autowired var plain: AppPlain }
            """)
        let names = #""assemblies": ["App.AppAssembly", "AppPlain", "AppAsembly"]"#
        let file = try scratch.write("config.json", #"{ "prefixes": ["App"], \#(names) }"#)
        let outcome = run(scratch, "--config", file)
        #expect(outcome.code == .faults)
        for text in [
            "config.json:1:58: error: class-is-no-assembly: App.AppPlain is a class, and no assembly",
            "config.json:1:70: error: assembly-unknown: the program has no assembly 'AppAsembly'; did you mean ",
            "App.swift:3:73: error: dependency-missing: AppMain.plain needs App.AppPlain, and no component provides one",
        ] {
            #expect(outcome.error.contains(text), "\(text)")
        }
    }

    @Test("What nobody gives is an error; a placeholder is a warning until the run's environment is said")
    func properties() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/App.swift",
            """
            final class AppMain: IOCComponent, @unchecked Sendable {
                @Value("server.host") var host: String
                @Value("server.key") var key: String
            }
            """)
        let file = try scratch.write(
            "config.json",
            #"{ "prefixes": ["App"], "properties": { "server": { "key": "${STRIPE_KEY}", "hots": "a" } } }"#)
        let missing = "property-missing: AppMain.host needs the property 'server.host', and no source has it"
        let unread = "property-unread: nobody reads the property 'server.hots'; did you mean 'server.host'?"
        let open = run(scratch, "--config", file)
        #expect(open.code == .faults)
        #expect(open.error.contains("App.swift:2:31: error: \(missing)"))
        #expect(open.error.contains("App.swift:3:30: warning: placeholder-unresolved: the placeholder ${STRIPE_KEY}"))
        #expect(open.error.contains("config.json:1:76: warning: \(unread)"))
        let codes = open.error.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /(?:error|warning): ([a-z-]+):/)?.1
        }
        #expect(codes == ["property-missing", "placeholder-unresolved", "property-unread"])
        let strict = run(scratch, "--config", file, "--strict")
        #expect(strict.code == .faults)
        #expect(strict.error.contains("App.swift:2:31: error: \(missing)"))
        #expect(strict.error.contains("App.swift:3:30: error: placeholder-unresolved"))
        #expect(strict.error.contains("config.json:1:76: error: \(unread)"))
        let said = run(
            scratch, "--config", file, "--environment", "STRIPE_KEY=x", "--environment", "SERVER_HOST=localhost")
        #expect(said.code == .success)
        #expect(!said.error.contains("error:") && said.error.contains("warning: \(unread)"))
        let malformed = run(scratch, "--config", file, "--environment", "STRIPE_KEY")
        #expect(malformed.code == .usage)
        #expect(malformed.error.contains("'--environment STRIPE_KEY' should be --environment NAME=VALUE"))
    }

    @Test("An assembly that a program activates is checked by name, with a configuration or alone")
    func activated() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/App.swift",
            """
            final class AppEngine: @unchecked Sendable { @Autowired var fuel: AppFuel }
            final class AppFuel: IOCComponent {}
            final class AppKit: Assembly { let engine = Definition { (_: AppKit) in AppEngine() } }
            """)
        let file = try scratch.write("config.json", #"{ "prefixes": ["App"] }"#)
        #expect(run(scratch, "--config", file, "--assembly", "AppKit").code == .success)
        try scratch.write("config/applicationContext.json", "not read where an assembly is checked alone")
        let alone = run(scratch, "--assembly", "AppKit", "--directory", scratch.path)
        #expect(alone.code == .faults)
        #expect(alone.error.hasPrefix("Sources/App/App.swift:1:61: error: dependency-missing: AppEngine.fuel needs"))
        #expect(
            run(scratch, "--assembly", "AppKti").error.contains("error: assembly-unknown: the program has no assembly"))
        let stamp = scratch.path + "/out/Checked.swift"
        #expect(run(scratch, "--assembly", "AppKit", "--stamp", stamp).code == .faults)
        #expect(throws: (any Error).self) { try FileContent.read(stamp) }
        let unwritten = run(scratch, "--config", file, "--stamp", scratch.path + "/config.json/x")
        #expect(unwritten.code == .environment)
        #expect(unwritten.error == "config.json/x: error: can't be written: Not a directory\n")
        #expect(run(scratch, "--config", file, "--stamp", scratch.path + "/Checked.swift").code == .success)
        let written = try FileContent.read(scratch.path + "/Checked.swift")
        #expect(String(decoding: written, as: UTF8.self) == "// The wiring was checked by `ioc check`.\n")
    }

    @Test("Options may stand in a file, and a configuration in the usual place needs none")
    func optionsFile() throws {
        let scratch = try Scratch()
        try scratch.write("Sources/App/App.swift", "final class AppMain: IOCComponent {}")
        try scratch.write("config/applicationContext.json", #"{ "prefixes": ["App"], "properties": { "a": 1 } }"#)
        try scratch.write("config/other.json", #"{ "classes": ["App.Othre"] }"#)
        let strict = try scratch.write("strict", "--strict\n  --quiet ")
        let other = try scratch.write("other", "--config config/other.json")
        let open = run(scratch, "--directory", scratch.path)
        #expect(open.code == .success && open.error.contains("warning: property-unread"))
        let said = run(scratch, "--directory", scratch.path, "--options", strict)
        #expect(said.code == .faults && said.error.contains("error: property-unread"))
        #expect(run(scratch, "--options=\(other)", "--directory", scratch.path).error.contains("error: class-unknown"))
        let missing = run(scratch, "--options", scratch.path + "/nobody")
        #expect(missing.code == .environment)
        #expect(missing.error.hasPrefix("nobody: error: "))
    }

    @Test("A profile that is named brings its own file")
    func profileFiles() throws {
        let scratch = try Scratch()
        try scratch.write("Sources/App/App.swift", "final class AppMain: IOCComponent {}\nfinal class Other {}")
        let file = try scratch.write("config.json", #"{ "prefixes": ["App"] }"#)
        try scratch.write("config-test.json", #"{ "classes": ["App.Othre"] }"#)
        #expect(run(scratch, "--config", file).code == .success)
        let outcome = run(scratch, "--config", file, "--profile", "test")
        #expect(
            outcome.error.contains("config-test.json:1:15: error: class-unknown: the program has no class 'App.Othre'"))
    }

    @Test("A circle is drawn with the place of each property")
    func circle() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/App.swift",
            """
            final class AppA: IOCComponent, @unchecked Sendable { @Autowired var b: AppB }
            final class AppB: IOCComponent, @unchecked Sendable { @Autowired var a: AppA }
            """)
        let file = try scratch.write("config.json", #"{ "prefixes": ["App"], "cycles": "forbid" }"#)
        let outcome = run(scratch, "--config", file)
        #expect(outcome.code == .faults)
        #expect(outcome.error.hasPrefix("Sources/App/App.swift:1:70: error: cycle-forbidden: "))
        #expect(outcome.error.contains("Sources/App/App.swift:2:70: note: in the circle: App.AppB.a\n"))
    }

    @Test("Each part of a circle stands where its own property stands, and not where another one of its class does")
    func circleAmongOthers() throws {
        let scratch = try Scratch()
        let lines = [
            "final class AppA: IOCComponent, @unchecked Sendable {", "    @Autowired var aside: AppC",
            "    @Autowired var b: AppB", "}", "final class AppB: IOCComponent, @unchecked Sendable {",
            "    @Autowired var aside: AppC", "    @Autowired var other: AppC", "    @Autowired var a: AppA", "}",
            "final class AppC: IOCComponent {}",
        ]
        try scratch.write("Sources/App/App.swift", lines.joined(separator: "\n"))
        let file = try scratch.write("config.json", #"{ "prefixes": ["App"], "cycles": "forbid" }"#)
        let told = run(scratch, "--config", file).error.split(separator: "\n").map(String.init)
        #expect(told.first?.hasPrefix("Sources/App/App.swift:3:20: error: cycle-forbidden: ") == true)
        #expect(
            told.filter { $0.contains("in the circle") } == [
                "Sources/App/App.swift:3:20: note: in the circle: App.AppA.b",
                "Sources/App/App.swift:8:20: note: in the circle: App.AppB.a",
            ])
    }

    @Test("A profile that is named is active beside those of the file, in a parent as well")
    func namedAndOwnProfiles() throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/App/App.swift",
            """
            final class AppDay: IOCComponent, @unchecked Sendable {
                static var traits: [ComponentTrait] { [.profile("day")] }
                @Autowired var clock: AppClock
            }
            final class AppNight: IOCComponent {
                static var traits: [ComponentTrait] { [.profile("night")] }
            }
            final class AppClock: IOCComponent {
                static var traits: [ComponentTrait] { [.profile("never")] }
            }
            final class InnerUser: IOCComponent, @unchecked Sendable { @Autowired var day: AppDay }
            """)
        let file = try scratch.write("config.json", #"{ "prefixes": ["App"], "profiles": ["day"] }"#)
        let outcome = run(scratch, "--config", file, "--profile", "night")
        #expect(outcome.code == .faults)
        #expect(outcome.error.contains("App.swift:3:20: error: dependency-missing: AppDay.clock needs "))
        let child = try scratch.write("child.json", #"{ "prefixes": ["Inner"] }"#)
        let inner = run(scratch, "--config", child, "--parent", file, "--profile", "night")
        #expect(!inner.error.contains("dependency-missing"), "\(inner.error)")
    }

    @Test("Faults of the files themselves come in the same form")
    func files() throws {
        let scratch = try Scratch()
        try scratch.write("Sources/App/App.swift", "final class AppA: IOCComponent {}")
        let good = try scratch.write("good.json", #"{ "prefixes": ["App"] }"#)
        let bad = try scratch.write("bad.json", "{\n  \"prefxes\": [\"App\"]\n}")
        let outcome = run(scratch, "--config", good, "--config", bad, "--config", scratch.path + "/none.json")
        #expect(outcome.code == .faults)
        #expect(outcome.error.contains("bad.json:2:3: error: key-unknown: the key 'prefxes' is not known here"))
        #expect(outcome.error.contains("error: file-missing: there is no file at none.json"))
        try scratch.write("Sources/App/Bad.swift", "struct { let }")
        let broken = run(scratch, "--config", good)
        #expect(broken.code == .faults)
        #expect(broken.error.contains("Sources/App/Bad.swift:1:"))
    }

    @Test("A command line without sources or configurations, and sources that are not there")
    func usage() throws {
        let scratch = try Scratch()
        try scratch.write("Sources/App/note.txt", "")
        #expect(ioc(["check"]).code == .usage)
        let nowhere = ioc(["check", "--directory", "/nowhere"])
        #expect(nowhere.error.hasPrefix("ioc: error: no --config FILE is given, and there is no config/"))
        #expect(ioc(["check", "--config", "x"]).error.hasPrefix("ioc: error: no --sources PATH is given\n"))
        #expect(ioc(["check", "x"]).error.contains("'x' should be --sources x or --config x"))
        #expect(run(scratch, "--config", "x").code == .environment)
        #expect(run(scratch, "--config", "x").error == "Sources: error: there is no Swift file to read\n")
        #expect(ioc(["check", "--sources", "/none", "--config", "x"]).error == "/none: error: does not exist\n")
        #expect(ioc(["help", "check"]).out.contains("--profile NAME"))
    }
}
