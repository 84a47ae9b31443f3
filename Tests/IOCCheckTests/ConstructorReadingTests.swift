import IOCCommand
import TestSupport
import Testing

@Suite("What an initializer asks for, as a check of the sources reads it")
struct ConstructorReadingTests {
    /// What a check says of some sources, without the folder they stand in.
    private func told(_ source: String, _ configuration: String = #"{ "prefixes": ["App"] }"#) throws -> [String] {
        let scratch = try Scratch()
        try scratch.write("Sources/App/App.swift", source)
        let file = try scratch.write("config.json", configuration)
        let outcome = ioc(["check", "--sources", scratch.path + "/Sources", "--no-cache", "--config", file])
        return outcome.error.split(separator: "\n").map {
            String($0).replacing(scratch.path + "/Sources/App/", with: "").replacing(scratch.path + "/", with: "")
        }
    }

    private static let parts = """
        @Component final class AppMapper {}
        protocol Sink: Sendable {}
        @Component("console") final class AppConsole: Sink {}
        @Component("audit") final class AppAudit: Sink {}
        final class AppLens {}

        """

    @Test(
        "Every way to write an initializer is read, and what is there is no fault",
        arguments: [
            "@Component final class AppDesk { let mapper: AppMapper; @Injected(\"audit\") let sink: any Sink }",
            "@Component struct AppDesk { let mapper: AppMapper?; let sinks: [any Sink]; let byName: [String: any Sink] }",
            "@Component actor AppDesk { let job: Provider<AppMapper>; let context: ApplicationContext }",
            "@Component enum AppDesk { case one; init(mapper: AppMapper) { self = .one } }",
            "@Component class AppDesk { required init(_ mapper: AppMapper, @Named(\"audit\") sink: any Sink) {} }",
            """
            @Component final class AppDesk {
                let lens: AppLens
                @Injected init(mapper: AppMapper) { lens = AppLens() }
                init(lens: AppLens) { self.lens = lens }
            }
            """,
            "@Component final class AppDesk { let lens: AppLens; init() { lens = AppLens() } }",
            "@Component final class AppDesk { let lens = AppLens(); static let shared: AppLens = AppLens() }",
            """
            struct AppDesk: ConstructedComponent {
                let mapper: AppMapper
                static var constructor: Constructor { Constructor(AppDesk.init, "mapper") }
            }
            """,
            """
            final class AppDesk: ConstructedComponent {
                init(sink: any Sink) {}
                init(lens: AppLens) {}
                static var constructor: Constructor {
                    return Constructor(AppDesk.init(sink:), Parameter("sink", named: "audit"))
                }
            }
            """,
            """
            class AppDesk: ConstructedComponent {
                required init(mapper: AppMapper) {}
                class var constructor: Constructor {
                    Constructor({ (mapper: AppMapper) in self.init(mapper: mapper) }, "mapper")
                }
            }
            final class AppSmallDesk: AppDesk {}
            """,
        ])
    func sound(source: String) throws {
        #expect(try told(Self.parts + source) == [])
    }

    @Test(
        "What is missing is told at the parameter, with line and column",
        arguments: [
            ("@Component final class AppDesk {\n    let lens: AppLens\n}", "App.swift:7:9", "AppDesk.init(lens:)"),
            (
                "@Component struct AppDesk {\n    init(mapper: AppMapper,\n         at lens: AppLens) {}\n}",
                "App.swift:8:10",
                "AppDesk.init(lens:)"
            ),
            (
                """
                struct AppDesk: ConstructedComponent {
                    let lens: AppLens
                    static var constructor: Constructor {
                        Constructor(AppDesk.init,
                                    Parameter("lens"))
                    }
                }
                """, "App.swift:10:21", "AppDesk.init(lens:)"
            ),
            (
                """
                @Component class AppBase { required init(lens: AppLens) {} }
                @Component final class AppDesk: AppBase {}
                """, "App.swift:6:42", "AppBase.init(lens:)"
            ),
        ])
    func missing(source: String, place: String, point: String) throws {
        let lines = try told(Self.parts + source)
        let line = try #require(lines.first { $0.contains("\(point) ") || $0.contains("\(point):") }, "\(lines)")
        #expect(line.hasPrefix("\(place): error: dependency-missing"), "\(lines)")
    }

    @Test("Several that fit, a name that nobody has and a component of another type are told as of properties")
    func choices() throws {
        let lines = try told(
            Self.parts + """
                @Component final class AppDesk {
                    let sink: any Sink
                    @Injected("nobody") let other: any Sink
                    @Injected("audit") let mapper: AppMapper
                }
                """)
        #expect(lines.contains { $0.contains("dependency-ambiguous: AppDesk.init(sink:)") }, "\(lines)")
        #expect(lines.contains { $0.contains("qualifier-unknown: AppDesk.init(other:)") }, "\(lines)")
        #expect(lines.contains { $0.contains("qualifier-wrong-type: AppDesk.init(mapper:)") }, "\(lines)")
    }

    @Test("Settings are read as those of properties are: missing, of another type, with a default, optional")
    func settings() throws {
        let source = """
            @Component final class AppDesk {
                @Injected(setting: "desk.limit") let limit: Int
                @Injected(setting: "desk.title", default: "none") let title: String
                @Injected(setting: "desk.note") let note: String?
                @Injected(setting: "desk.key") let key: Secret<String>
            }
            @Component struct AppShelf {
                init(@Named(setting: "shelf.width") width: Int = 3, @Named(setting: "shelf.depth") depth: Double) {}
            }
            """
        let wrong = try told(
            source, #"{ "prefixes": ["App"], "properties": { "desk": { "limit": "many", "key": "k" }, "extra": 1 } }"#)
        #expect(wrong.contains { $0.hasPrefix("App.swift:2:42: error: property-conversion") }, "\(wrong)")
        #expect(wrong.contains { $0.contains("property-missing: AppShelf.init(depth:)") }, "\(wrong)")
        #expect(wrong.contains { $0.contains("property-unread") && $0.contains("extra") }, "\(wrong)")
        #expect(
            !wrong.contains { $0.contains("width") || $0.contains("title") || $0.contains("desk.note") }, "\(wrong)")
        let right = try told(
            source,
            #"{ "prefixes": ["App"], "properties": { "desk": { "limit": 1, "key": "k" }, "shelf": { "depth": 1.5 } } }"#
        )
        #expect(right == [])
    }

    @Test("A circle of initializers is a fault; one that a property or a provider breaks is none")
    func circles() throws {
        let circle = try told(
            """
            @Component final class AppA { let b: AppB }
            @Component final class AppB { let c: AppC? }
            @Component struct AppC { let a: AppA }
            """)
        #expect(circle.filter { $0.contains(": error: ") }.count == 1, "\(circle)")
        #expect(circle[0].hasPrefix("App.swift:1:35: error: construction-cycle"), "\(circle)")
        for broken in [
            "@Component final class AppC { @Autowired var a: AppA }",
            "@Component struct AppC { let a: Provider<AppA> }",
        ] {
            let lines = try told(
                """
                @Component final class AppA { let b: AppB }
                @Component final class AppB { let c: AppC? }
                \(broken)
                """)
            #expect(lines == [])
        }
    }

    @Test("A name, a key and a constructor that are not written out are left alone, and said so")
    func open() throws {
        let lines = try told(
            Self.parts + """
                @Component final class AppDesk {
                    init(@Named(Names.sink) sink: any Sink, @Named(setting: Names.limit) limit: Int) {}
                }
                struct AppShelf: ConstructedComponent {
                    let lens: AppLens
                    static var constructor: Constructor { makeConstructor() }
                }
                """, #"{ "prefixes": ["App"], "properties": { "limit": 1 } }"#)
        #expect(lines.allSatisfy { !$0.contains(": error: ") }, "\(lines)")
        #expect(lines.contains { $0.contains("the name that AppDesk.init(sink:) asks for is no plain string") })
        #expect(lines.contains { $0.contains("AppDesk.init(limit:) is left alone: its key is no plain string") })
        #expect(lines.contains { $0.contains("what AppShelf is passed is left alone") }, "\(lines)")
    }

    @Test("A value component serves whoever wants its type or its protocol")
    func values() throws {
        let lines = try told(
            """
            protocol Clock: Sendable {}
            @Component struct AppClock: Clock {}
            @Component enum AppMode { case fast; init() { self = .fast } }
            @Component final class AppDesk {
                let clock: any Clock
                let exact: AppClock
                @Autowired var mode: AppMode
            }
            struct AppPlain {}
            """)
        #expect(lines == [])
    }

    @Test("A longer-lived component that is passed a shorter-lived one is told, as with properties")
    func captives() throws {
        let lines = try told(
            """
            @Component(.scope(.request)) final class AppVisit {}
            @Component final class AppDesk { let visit: AppVisit }
            """)
        #expect(lines.contains { $0.contains("dependency-captive") && $0.contains("AppDesk") }, "\(lines)")
    }
}
