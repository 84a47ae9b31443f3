import Testing

@Suite("What the initializer of a component asks for, and what of it is certain")
struct ConstructorReadingTests {
    private func told(
        _ source: String, _ configuration: String = #"{ "prefixes": ["App"] }"#, by command: [String] = ["check"]
    ) throws -> [String] {
        try IOCCheckTests.told("import IOC\n" + source, configuration, by: command)
    }

    private let parts = """
        protocol Sink: Sendable {}
        @Component("console", .primary) struct AppConsole: Sink {}
        @Component("audit") final class AppAudit: Sink {}
        @Component final class AppMapper {}
        final class Absent: Sendable {}

        """

    @Test(
        "Whatever an initializer can ask for is read, and nothing is wrong with it",
        arguments: [
            """
            @Component final class AppDesk {
                let mapper: AppMapper
                let sink: any Sink
                @Injected("audit") let log: any Sink
                @Injected(setting: "desk.limit", default: 100) let limit: Int
                @Injected(setting: "desk.title") let title: String
                let absent: Absent?
                let sinks: [any Sink]
                let byName: [String: any Sink]
                let job: Provider<AppMapper>
                let context: ApplicationContext
                private let count = 0
            }
            """,
            """
            @Component actor AppDesk {
                init(_ mapper: AppMapper, with log: any Sink) {}
                @Injected init(
                    mapper: AppMapper, _ sink: any Sink, @Named("audit") log: any Sink,
                    @Named(setting: "desk.limit") limit: Int = 100, @Named(setting: "desk.title") title: String
                ) throws {}
            }
            """,
            """
            @Component actor AppDesk {
                @Injected(setting: "desk.isOpen", default: Live(false)) let isOpen: Live<Bool>
                @Injected(setting: "desk.note") let note: Live<String?>
                @Injected(setting: "desk.title") let title: IOC.Live<String>
            }
            """,
            """
            @Component struct AppDesk {
                init(
                    @Named(setting: "desk.isOpen") isOpen: Live<Bool> = Live(false),
                    @Named(setting: "desk.title") title: Live<String>) {}
            }
            """,
            """
            struct AppDesk: ConstructedComponent {
                let title: Live<String>
                let isOpen: Live<Bool>
                static var constructor: Constructor {
                    Constructor(
                        AppDesk.init, Parameter("title", setting: "desk.title"),
                        Parameter("isOpen", setting: "desk.isOpen", default: Live(false)))
                }
            }
            """,
            """
            @Component enum AppDesk {
                case one
                init(@Named(setting: "desk.title") title: String, mapper: AppMapper) { self = .one }
            }
            """,
            """
            struct AppDesk: ConstructedComponent {
                let mapper: AppMapper
                let title: String
                var constructor: String { title }
                static var constructor: Constructor {
                    Constructor(AppDesk.init, "mapper", Parameter("title", setting: "desk.title"))
                }
            }
            """,
            """
            final class AppDesk: ConstructedComponent {
                init(mapper: AppMapper, log: any Sink, title: String) {}
                static var constructor: Constructor {
                    Constructor(
                        Parameter<AppMapper>("mapper"), IOC.Parameter<any Sink>("log", named: "audit"),
                        Parameter<String>("title", setting: "desk.title")
                    ) { arguments in
                        try AppDesk(mapper: arguments[0], log: arguments[1], title: arguments[2])
                    }
                }
            }
            """,
            """
            final class AppDesk: ConstructedComponent {
                init(mapper: AppMapper) {}
                init(mapper: AppMapper, title: String) {}
                static var constructor: Constructor {
                    Constructor(AppDesk.init, "mapper", Parameter("title", setting: "desk.title"))
                }
            }
            """,
            """
            @Component final class AppDesk: ConstructedComponent {
                init() {}
                init(title: String) {}
                static var constructor: Constructor {
                    Constructor(AppDesk.init(title:), Parameter("title", setting: "desk.title"))
                }
            }
            """,
            """
            class AppDesk: ConstructedComponent, @unchecked Sendable {
                required init(_ mapper: AppMapper, with title: String) {}
                init(_ mapper: AppMapper, log: any Sink) {}
                class var constructor: Constructor {
                    Constructor(self.init(_:with:), "mapper", Parameter("title", setting: "desk.title"))
                }
            }
            """,
            """
            final class AppDesk: ConstructedComponent {
                init(mapper: AppMapper) {}
                init(mapper: AppMapper, log: any Sink, title: String) {}
                static let constructor = Constructor(
                    Self.init(mapper:log:title:), "mapper", .init("log", named: "audit"),
                    IOC.Parameter<String>("title", setting: "desk.title", default: "none"))
            }
            """,
            """
            final class AppDesk: ConstructedComponent {
                init(mapper: AppMapper, title: String) {}
                static let constructor = Constructor(Self.init, "mapper", Parameter("title", setting: "desk.title"))
            }
            """,
            """
            class AppBase: ConstructedComponent, @unchecked Sendable {
                required init(log: any Sink, title: String) {}
                class var constructor: Constructor {
                    return Constructor(
                        { (log: any Sink, title: String) in self.init(log: log, title: title) }, "log",
                        Parameter("title", setting: "desk.title"))
                }
            }
            final class AppDesk: AppBase, @unchecked Sendable {}
            """,
        ])
    func sound(_ source: String) throws {
        let configuration = #"{ "prefixes": ["App"], "properties": { "desk": { "title": "Desk" } } }"#
        #expect(try told(parts + source, configuration) == [])
        // Without the setting it is missed where it is written.
        let missing = try told(parts + source).filter { $0.contains(": error: ") }
        let needs = source.contains("default: \"none\"") ? 0 : source.contains("AppBase") ? 2 : 1
        #expect(missing.count == needs, "\(missing)")
        #expect(missing.allSatisfy { $0.contains("property-missing: App") && $0.contains(".init(title:)") })
    }

    @Test("What is wrong with a parameter is told at its line and column, for components that nobody makes at boot too")
    func places() throws {
        let lines = try told(
            parts + """
                @Component(.scope(.prototype)) struct AppDesk {
                    let absent: Absent
                    @Injected("adit") let log: any Sink
                    @Injected(setting: "desk.limit") let limit: Int
                }
                @Component final class AppShelf {
                    init(
                        @Named("console") absent: Absent,
                        other: Absent,
                        @Named(setting: "desk.limit") limit: Live<Int>) {}
                }
                final class AppHand: ConstructedComponent {
                    init(absent: Absent, limit: Int) {}
                    static var constructor: Constructor {
                        Constructor(
                            AppHand.init, "absent",
                            Parameter("limit", setting: "desk.limit"))
                    }
                }
                """, #"{ "prefixes": ["App"], "properties": { "desk": { "limit": "many" } } }"#)
        let errors = lines.filter { $0.contains(": error: ") }
        let expected = [
            "8:9: error: dependency-missing: AppDesk.init(absent:) needs App.Absent",
            "9:27: error: qualifier-unknown: AppDesk.init(log:) needs any App.Sink named 'adit'",
            "10:42: error: property-conversion: AppDesk.init(limit:)",
            "14:9: error: qualifier-wrong-type: AppShelf.init(absent:) needs App.Absent",
            "15:9: error: dependency-missing: AppShelf.init(other:) needs App.Absent",
            "16:9: error: property-conversion: AppShelf.init(limit:)",
            "22:27: error: dependency-missing: AppHand.init(absent:) needs App.Absent",
            "23:13: error: property-conversion: AppHand.init(limit:)",
        ]
        #expect(errors.count == expected.count)
        for text in expected {
            #expect(errors.contains { $0.hasPrefix("App.swift:" + text) }, "\(text) is not in\n\(errors)")
        }
    }

    @Test("Circles of initializers are errors, mixed ones are none")
    func circles() throws {
        let circle = try told(
            """
            @Component final class AppHen { let egg: AppEgg }
            @Component struct AppEgg { let hens: [AppHen] }
            @Component(.lazy) final class AppSelf { let other: AppSelf? }
            """)
        #expect(circle.filter { $0.contains(": error: construction-cycle") }.count == 2)
        #expect(circle.contains { $0.contains("in the circle: App.AppHen.egg") })
        let mixed = try told(
            """
            @Component final class AppHen { let egg: AppEgg }
            @Component final class AppEgg { @Autowired var hen: AppHen }
            @Component final class AppCall { let again: Provider<AppCall> }
            """)
        #expect(mixed == [])
    }

    @Test("Captives, conditions and what an initializer may leave open")
    func openOnes() throws {
        let captive = try told(
            """
            @Component(.scope(.request)) struct AppVisit {}
            @Component final class AppDesk { let visit: AppVisit }
            """)
        #expect(captive.contains { $0.contains("App.swift:3:38: error: dependency-captive: ") })
        let open = try told(
            parts + """
                @Component final class AppOne { @Injected(Names.log) let log: any Sink }
                @Component final class AppTwo { @Injected(setting: Names.key) let limit: Int }
                final class AppThree: ConstructedComponent {
                    init(absent: Absent) {}
                    static var constructor: Constructor { made() }
                }
                final class AppFour: ConstructedComponent {
                    init(absent: Absent) {}
                    static var constructor: Constructor { Constructor({ AppFour(absent: $0) }, "absent") }
                }
                final class AppFive: AppUnseen {}
                @Component final class AppSix {
                    #if SOME_FLAG
                    init(absent: Absent) {}
                    #else
                    init(mapper: AppMapper) {}
                    #endif
                }
                struct AppSeven: ConstructedComponent {
                    let absent: Absent
                    static var constructor: Constructor { Constructor(AppSeven.init, "absent") }
                }
                extension AppSeven {
                    #if SOME_FLAG
                    init(other: AppMapper) { absent = Absent() }
                    #endif
                }
                final class AppEight: ConstructedComponent {
                    init(absent: Absent, mapper: AppMapper) {}
                    static let mapper = Parameter<AppMapper>("mapper")
                    static var constructor: Constructor {
                        Constructor(Parameter<Absent>("absent"), mapper) { try AppEight(absent: $0[0], mapper: $0[1]) }
                    }
                }
                #if SOME_FLAG
                final class AppNine: ConstructedComponent {
                    init(absent: Absent) {}
                    static var constructor: Constructor { Constructor(AppNine.init, "absent") }
                }
                #else
                final class AppNine: ConstructedComponent {
                    init(mapper: AppMapper) {}
                    static var constructor: Constructor { Constructor(AppNine.init, "mapper") }
                }
                #endif
                final class AppTen: ConstructedComponent {
                    init(absent: Absent) {}
                    static var constructor: Constructor {
                        Constructor((one > two && three < four ? first : second)("absent")) { try AppTen(absent: $0[0]) }
                    }
                }
                final class AppEleven: ConstructedComponent {
                    init(absent: Absent) {}
                    init(_ mapper: AppMapper) {}
                    static var constructor: Constructor {
                        Constructor(AppEleven.init, Parameter<AppMapper>("mapper"))
                    }
                }
                #if SOME_FLAG
                @Component struct AppThirteen { let absent: Absent }
                #else
                @Component struct AppThirteen { let mapper: AppMapper }
                #endif
                final class AppFourteen: ConstructedComponent {
                    init(absent: Absent) {}
                }
                #if SOME_FLAG
                extension AppFourteen {
                    static var constructor: Constructor { Constructor(AppFourteen.init, "absent") }
                }
                #endif
                final class AppFifteen: ConstructedComponent {
                    init(absent: Absent) {}
                    #if SOME_FLAG
                    static var constructor: Constructor { Constructor(AppFifteen.init, "absent") }
                    #else
                    static var constructor: Constructor { made() }
                    #endif
                }
                final class AppSixteen: ConstructedComponent {
                    init(absent: Absent) {}
                    static var constructor: Constructor { logged(AppSixteen.init, "absent") }
                }
                final class AppSeventeen: ConstructedComponent {
                    init(absent: Absent) {}
                    static var constructor: Constructor { Constructor(AppSeventeen.init, wrapped: "absent") }
                }
                final class AppEighteen: ConstructedComponent {
                    init(absent: Absent) {}
                    static var constructor: Constructor { Constructor(AppEighteen.init, other("absent")) }
                }
                final class AppNineteen: ConstructedComponent {
                    init(absent: Absent) {}
                    static var constructor: Constructor { Constructor(AppNineteen.make, "absent") }
                }
                final class AppTwelve: ConstructedComponent {
                    init<Part: Sendable>(absent: Absent, part: Part) {}
                    static var constructor: Constructor { Constructor(AppTwelve.init, "absent", Parameter<Int>("part")) }
                }
                """)
        #expect(open.allSatisfy { !$0.contains(": error: ") && !$0.contains(": warning: ") }, "\(open)")
        #expect(open.filter { $0.contains(" left alone") }.count >= 4, "\(open)")
    }

    @Test("Nothing is open where a superclass says nothing of how it is made, or where no name is said")
    func closed() throws {
        let plain = "class Plain {}\n@Component class AppDesk: Plain { override required init() {} }"
        #expect(try told(plain) == [])
        let unnamed = try told(
            """
            protocol Sink: Sendable {}
            @Component struct AppConsole: Sink {}
            @Component struct AppAudit: Sink {}
            @Component final class AppDesk { @Injected(named: nil) let sink: any Sink }
            """)
        #expect(unnamed.contains { $0.contains(": error: dependency-ambiguous: AppDesk.init(sink:)") }, "\(unnamed)")
        let conditional = try told(
            """
            final class Absent: Sendable {}
            #if DEBUG
            struct AppDesk: ConstructedComponent {
                let absent: Absent
                static var constructor: Constructor { Constructor(AppDesk.init, "absent") }
            }
            #endif
            """)
        #expect(conditional.contains { $0.contains("dependency-missing: AppDesk.init(absent:)") }, "\(conditional)")
    }

    @Test("What the annotation refuses is not said twice")
    func refused() throws {
        for body in [
            "init(absent: Absent) {}\n init(other: Absent) {}", "init?(absent: Absent) {}",
            "init(absent: Absent...) {}", "init(absent: Absent) async {}", "init<T>(absent: Absent, t: T) {}",
            "init(@Autowired absent: Absent) {}", "init(_: Absent) {}",
        ] {
            let lines = try told("final class Absent: Sendable {}\n@Component final class AppDesk {\n \(body)\n}")
            #expect(lines == [], "\(body)")
        }
    }

    @Test("A subclass is asked what its own initializer asks for, else what it inherits")
    func subclasses() throws {
        let lines = try told(
            """
            final class One: Sendable {}
            final class Two: Sendable {}
            @Component class AppBase { required init(one: One) {} }
            @Component final class AppSame: AppBase {}
            @Component final class AppOther: AppBase {
                required init(one: One) {}
                @Injected init(two: Two) {}
            }
            """)
        let errors = lines.filter { $0.contains(": error: ") }
        #expect(errors.count == 3)
        for label in ["AppBase.init(one:)", "AppSame.init(one:)", "AppOther.init(two:)"] {
            #expect(errors.contains { $0.contains(label) }, "\(label)")
        }
    }

    @Test("A value is a component by its prefix and by its name in the file")
    func values() throws {
        let source = parts + "@Component final class AppDesk { let console: AppConsole; let sink: any Sink }"
        #expect(try told(source) == [])
        #expect(
            try told(source, #"{ "classes": ["AppDesk", "App.AppConsole"], "bindings": { "App.Sink": "console" } }"#)
                == [])
        let unlisted = try told(source, #"{ "classes": ["AppDesk"] }"#)
        #expect(unlisted.contains { $0.contains("near miss App.AppConsole") }, "\(unlisted)")
    }

    @Test("A graph shows parameters as it shows properties, and an explanation tells why one gets what it gets")
    func shown() throws {
        let source =
            parts + """
                @Component final class AppDesk {
                    let mapper: AppMapper
                    @Injected("audit") let log: any Sink
                    let sink: any Sink
                    @Injected(setting: "desk.limit", default: 3) let limit: Int
                    @Autowired var late: AppMapper
                }
                """
        let tree = try told(source, by: ["graph", "--format", "tree"]).joined(separator: "\n")
        for part in ["mapper: App.AppMapper", "log: audit", "sink: console", "late: App.AppMapper"] {
            #expect(tree.contains(part), "\(part) is not in\n\(tree)")
        }
    }

    @Test("A constructor that makes another type is told where it is written")
    func mismatch() throws {
        let source = """
            @Component final class AppMapper {}
            final class Else: Sendable { init(mapper: AppMapper) {} }
            struct AppOdd: ConstructedComponent {
                static var constructor: Constructor { Constructor(Else.init, "mapper") }
            }
            final class Box<Part>: Sendable { init(mapper: AppMapper) {} }
            struct AppBoxed: ConstructedComponent {
                static var constructor: Constructor { Constructor(Box<(Int) -> Int>.init, "mapper") }
            }
            class AppBase: ConstructedComponent, @unchecked Sendable {
                init(mapper: AppMapper) {}
                class var constructor: Constructor { Constructor(AppBase.init, "mapper") }
            }
            final class AppDerived: AppBase, @unchecked Sendable {
            }
            class AppOwn: ConstructedComponent, @unchecked Sendable {
                required init(mapper: AppMapper) {}
                class var constructor: Constructor { Constructor(Self.init, "mapper") }
            }
            final class AppSame: AppOwn, @unchecked Sendable {}
            """
        let eager = try told(source).filter { $0.contains(": error: ") }
        #expect(eager.count == 3)
        for start in ["5:43", "9:43", "13:42"] {
            #expect(eager.contains { $0.hasPrefix("App.swift:\(start): error: constructor-mismatch: ") }, "\(eager)")
        }
        for name in ["AppOdd", "AppBoxed", "AppDerived"] {
            #expect(eager.contains { $0.contains("the constructor of App.\(name)") }, "\(eager)")
        }
    }
}
