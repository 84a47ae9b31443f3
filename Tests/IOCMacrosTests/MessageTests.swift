import Testing

@Suite("The mistakes that @Component reports")
struct MessageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var declaration: String
        var annotation = "@Component"
        var lacking = "IOCComponent, ConstructedComponent, _AnnotatedComponent, Sendable"
        var around: [String] = []
        /// The source that the message points at.
        var at: String
        var says: String

        var testDescription: String { "\(annotation) \(declaration)" }
    }

    /// Mistakes in types, annotations and properties.
    static let types: [Case] = [
        Case(declaration: "enum Shop {}", at: "Shop", says: "add 'init(@Named(setting: \"mode\") mode: String) { … }'"),
        Case(declaration: "protocol Shop {}", at: "protocol", says: "'Shop' is of another kind: protocol"),
        Case(declaration: "extension Shop {}", at: "extension", says: "'Shop' is of another kind: extension"),
        Case(declaration: "struct Shop<Item> {}", at: "Shop", says: "define it in an assembly"),
        Case(
            declaration: "final class Shop<Item> {}", at: "Shop", says: "'Shop', which is generic: put @Component on a"),
        Case(
            declaration: "final class Shop {}", around: ["struct Mall<Item> {}"], at: "Shop",
            says: "is nested in a generic type"),
        Case(
            declaration: "private final class Shop {}", around: ["enum Mall {}"], at: "Shop",
            says: "'Shop' is private to the type around it: make it 'fileprivate'"),
        Case(
            declaration: "final class Shop {}", annotation: "@Component(\"a\", .primary, .named(\"b\"))",
            at: ".named(\"b\")", says: "'Shop' can't have both \"a\" and .named(\"b\"): leave one of the two out"),
        Case(
            declaration: "final class Shop {}",
            annotation: "@Component(.scope(.prototype), ComponentTrait.scope(.custom(\"a, b\", c)))",
            at: "ComponentTrait.scope(.custom(\"a, b\", c))",
            says: "'Shop' can't have both .scope(.prototype) and ComponentTrait.scope"),
        Case(
            declaration: "final class Shop { static var traits: [ComponentTrait] { [] } }",
            annotation: "@Component(.primary)", at: ".primary",
            says: "'Shop' declares 'traits' itself: write this trait there"),
        Case(
            declaration: "final class Shop { func didInject() async throws {} }", at: "didInject",
            says: "never calls an 'async' one: make it synchronous, or conform to 'Startable' and wait in 'start()'"),
        Case(
            declaration: "final class Shop { @MainActor func willInject () async { } }", at: "willInject",
            says: "calls 'willInject()' without waiting"),
        Case(
            declaration: "@Observable final class Shop {}", at: "@Observable", says: "can't see what @Observable adds"),
        Case(declaration: "final class Shop { #stored(\"a\") }", at: "#stored", says: "can't see what #stored adds"),
        Case(
            declaration: "class Shop: Gate { required init() {} }", at: "Shop",
            says: "make it 'final', or write '@unchecked Sendable' after 'Gate'"),
    ]

    static let properties: [Case] = [
        Case(
            declaration: "final class Shop { private var é = 1 }", at: "é",
            says:
                "share the variable 'é' without protection: make it a 'let', with a Mutex or an Atomic if it changes; or "
                + "write '@unchecked Sendable' if 'Shop' protects it, or '@MainActor' if the main actor does"),
        Case(
            declaration: "final class Shop { lazy var size = 1 }", at: "size", says: "share the variable 'size'"),
        Case(
            declaration: "final class Shop { var size = 1 { didSet {} } }", at: "size", says: "or write '@unchecked"),
        Case(
            declaration: "final class Shop { @Published var size = 1 }", at: "size", says: "threads would share"),
        Case(declaration: "final class Shop { weak var owner: Owner? }", at: "owner", says: "threads would share"),
        Case(
            declaration: "final class Shop { var repo: Repo }", at: "repo",
            says: "without protection: make it a 'let', which the container passes; or"),
        Case(
            declaration: "final class Shop { var a: A; init(a: A) {} }", at: "a",
            says: "make it a 'let', with a Mutex or an Atomic"),
        Case(
            declaration: "class Shop { var repo: Repo }", at: "repo",
            says: "make it a 'let', which the container passes"),
        Case(
            declaration: "final class Shop { @Published var a: A }", at: "a", says: "make it a 'let', with a Mutex"),
        Case(
            declaration: "struct Shop { var a: A }", at: "a",
            says: "nothing gives 'a' a value: make it a 'let', which the container passes, or give it one"),
        Case(declaration: "actor Shop { let b: B; var a: A, c = 1 }", at: "a", says: "nothing gives 'a' a value"),
        Case(declaration: "@MainActor final class Shop { var a: A }", at: "a", says: "nothing gives 'a' a value"),
        Case(
            declaration: "final class Shop: @unchecked Sendable { var a: A }", at: "a",
            says: "nothing gives 'a' a value"),
        Case(
            declaration: "struct Shop { @Autowired var a: A }", at: "@Autowired",
            says: "a struct is copied, so '@Autowired' can't fill 'a' later: make it a 'let', and leave it out"),
        Case(
            declaration: "struct Shop { @Value(\"k\") var a = 1 }", at: "@Value(\"k\")",
            says: "make it a 'let', and write '@Injected(setting: \"…\", default: …)' instead"),
        Case(
            declaration: "struct Shop { let (a, _): (A, B) }", at: "a",
            says: "can't pass a part of a tuple: declare 'a'"),
        Case(
            declaration: "final class Shop { let m: Mutex<Int> }", at: "m",
            says: "can't pass 'm', which can't be copied: write its value here, as in '= Mutex(…)'"),
        Case(declaration: "struct Shop { let m: Atomic<Int> }", at: "m", says: "can't pass 'm', which can't be copied"),
        Case(
            declaration: "struct Shop { @Named(\"b\") let a: A }", at: "@Named(\"b\")",
            says: "a constant takes '@Injected"),
        Case(
            declaration: "struct Shop { @Injected(\"b\") let a: A; init(a: A) { self.a = a } }", at: "@Injected(\"b\")",
            says: "'Shop' declares its initializer, so '@Injected' has no effect here: write '@Named(…)' before the"),
        Case(
            declaration: "struct Shop { @Injected(\"b\") let a = A() }", at: "@Injected(\"b\")",
            says: "'a' has its value already"),
        Case(
            declaration: "struct Shop { let b: B; @Injected(\"b\") let a = A() }", at: "@Injected(\"b\")",
            says: "'a' has its value already"),
        Case(
            declaration: "struct Shop { @Injected(\"b\") @Injected(\"c\") let a: A }", at: "@Injected(\"c\")",
            says: "'a' has '@Injected' already: leave one of the two out"),
    ]

    static let conditions: [Case] = [
        Case(
            declaration: "struct Shop {\n#if DEBUG\nlet a: A\n#endif\n}", at: "a",
            says:
                "can't know whether '#if' includes 'a': write it without a condition, or put the whole struct into '#if'"
        ),
        Case(
            declaration: "final class Shop {\n#if DEBUG\nlet a = 1\n#else\nlet a = 2\n#endif\n}", at: "a",
            says: "whether '#if' includes 'a'"),
        Case(
            declaration: "struct Shop {\n#if DEBUG\ninit(a: A) {}\n#endif\n}", at: "init",
            says: "whether '#if' includes 'init'"),
        Case(
            declaration: "struct Shop {\n#if DEBUG\n@Injected(\"b\")\n#endif\nlet a: A\n}", at: "a",
            says: "whether '#if' includes 'a'"),
        Case(
            declaration: "struct Shop {\n#if DEBUG\n@Injected\n#endif\ninit(a: A) {}; init(b: B) {}\n}", at: "init",
            says: "whether '#if' includes 'init'"),
        Case(
            declaration: "final class Shop {\n@Other\n#if DEBUG\n@Autowired\n#endif\nvar a: A\n}", at: "a",
            says: "whether '#if' includes 'a'"),
        Case(
            declaration: "#if os(Linux)\n@MainActor\n#endif\nfinal class Shop {}", at: "@MainActor",
            says: "whether '#if' includes '@MainActor'"),
        Case(
            declaration: "@objc\n#if os(Linux)\n@available(macOS 99, *)\n#endif\nfinal class Shop {}",
            at: "@available(macOS 99, *)", says: "put the whole class into '#if' and '#else'"),
    ]

    static let initializers: [Case] = [
        Case(
            declaration: "class Shop {}", at: "Shop",
            says: "add 'required init() {}', or constants for the container to pass"),
        Case(
            declaration: "public final class Shop {}", at: "Shop", says: "add 'public init() {}'"),
        Case(declaration: "@MainActor final class Shop {}", at: "Shop", says: "add 'nonisolated init() {}'"),
        Case(
            declaration: "class Shop { init() {} }", at: "init",
            says: "'init()', which must be 'required' unless the class is 'final'"),
        Case(
            declaration: "class Shop { private enum Kind {}\n private let kind: Kind }", at: "kind",
            says: "because 'Kind' is private: make 'Kind' internal, or 'Shop' 'final'"),
        Case(
            declaration: "class Shop { init(_ a: A, for b: B) {} }", at: "init",
            says:
                "calls 'init(_:for:)', which must be 'required' unless the class is 'final'"),
        Case(
            declaration: "@MainActor final class Shop { init(a: A) {} }", at: "init",
            says: "must be 'nonisolated' in a main-actor class"),
        Case(
            declaration: "final class Shop { init(a: A) {}; init(b: B) {} }", at: "init",
            says: "'Shop' has 2 initializers: write '@Injected' before"),
        Case(
            declaration: "final class Shop { @Injected init(a: A) {}; @Injected init() {} }", at: "init",
            says: "leave '@Injected' before that one alone"),
        Case(
            declaration: "final class Shop { @Injected @Injected init(a: A) {} }", at: "@Injected",
            says: "'init(a:)' has '@Injected' already"),
        Case(declaration: "final class Shop { init?(a: A) {} }", at: "init", says: "make it 'throws'"),
        Case(declaration: "final class Shop { init!() {} }", at: "init", says: "'init()' can return nil"),
        Case(declaration: "actor Shop { init<T: Gate>(a: T) {} }", at: "<", says: "'init(a:)', which is generic"),
    ]

    static let parameters: [Case] = [
        Case(
            declaration: "final class Shop { init(all: any Plugin...) {} }", at: "any Plugin...",
            says: "make 'all' a list"),
        Case(declaration: "struct Shop { init(a: inout A) {} }", at: "inout", says: "can't pass 'a' as 'inout'"),
        Case(
            declaration: "struct Shop { init(a: @autoclosure () -> A) {} }", at: "autoclosure",
            says: "can't pass 'a' as 'autoclosure': leave the word out"),
        Case(
            declaration: "final class Shop { init(a: some Gate) {} }", at: "some",
            says: "can't pass 'a' as 'some': write 'any' instead"),
        Case(declaration: "struct Shop { init(all: [some Gate]) {} }", at: "some", says: "can't pass 'all' as 'some'"),
        Case(
            declaration: "final class Shop { init(a: A, n: Int = 1) {} }", at: "1",
            says: "the container always passes 'n', so it never uses the default value"),
        Case(
            declaration: "final class Shop { init(clock: any Clock = System()) {} }", at: "System()",
            says: "passes 'clock'"),
        Case(
            declaration: "final class Shop { init(@Autowired a: A) {} }", at: "@Autowired",
            says: "a parameter gets a component by its type alone or by '@Named(\"audit\")', and a setting by"),
        Case(
            declaration: "final class Shop { init(@Injected(\"b\") a: A) {} }", at: "@Injected(\"b\")",
            says: "'@Injected' is for properties"),
        Case(
            declaration: "final class Shop { init(@Value(\"a\") a: Int) {} }", at: "@Value(\"a\")",
            says: "a setting by '@Named(setting:"),
        Case(
            declaration: "final class Shop { init(@Named(\"a\") @Named(setting: \"b\") x: Dep) {} }",
            at: "@Named(setting: \"b\")", says: "'x' has '@Named' already: leave one of the two out"),
    ]

    /// Mistakes that the compiler reports as well, in words that don't help: they get a warning with advice.
    static let advice: [Case] = [
        Case(
            declaration: "final class Shop { @Autowired let repo: Repo }", at: "@Autowired",
            says: "'@Autowired' is for variables: leave it out, and the container passes 'repo' when it creates 'Shop'"),
        Case(
            declaration: "struct Shop { @Autowired(\"audit\") let log: Log }", at: "@Autowired(\"audit\")",
            says: "write '@Injected(\"…\")' instead"),
        Case(
            declaration: "final class Shop { @Value(\"server.port\", default: 8080) let port: Int }",
            at: "@Value(\"server.port\", default: 8080)",
            says: "'@Value' is for variables: write '@Injected(setting: \"…\", default: …)' instead"),
        Case(
            declaration: "final class Shop: Sendable { @IOC.Value<Int>(\"a\") let size }", at: "@IOC.Value<Int>(\"a\")",
            says: "write '@Injected(setting: \"…\", default: …)' instead"),
        Case(
            declaration: "final class Shop { @Injected(setting: \"limit\") let limit }", at: "limit",
            says: "write the type of 'limit' after its name"),
        Case(
            declaration: "final class Shop { @Value(\"p\") var port }", at: "port",
            says: "the container chooses by type: write the type of 'port'"),
        Case(
            declaration: "final class Shop { @Autowired var repo }", at: "repo",
            says: "write the type of 'repo' after its name"),
        Case(
            declaration: "final class Shop { @Injected(setting: \"level\", default: .info) let level: Log.Level? }",
            at: ".info",
            says: "write 'Log.Level.info'"),
        Case(
            declaration: "final class Shop { let clock: some Clock }", at: "some",
            says: "can't pass 'clock' as 'some': write 'any' instead"),
    ]

    @Test(
        "Each mistake has one message, at its own token and with a remedy",
        arguments: types + properties + conditions + initializers + parameters + advice)
    func message(_ example: Case) throws {
        let annotated = Annotated(
            declaration: example.declaration, annotation: example.annotation, lacking: example.lacking,
            around: example.around)
        let diagnostics = try annotated.diagnostics
        let mistake = try #require(diagnostics.first)
        #expect(diagnostics.count == 1)
        #expect(annotated.place(of: mistake) == example.at)
        #expect(mistake.message.contains(example.says), "\(mistake.message)")
    }

    @Test("Advice is a warning, because the compiler reports an error itself", arguments: advice)
    func severity(_ example: Case) throws {
        #expect(try Annotated(declaration: example.declaration).diagnostics.map(\.severity) == ["warning"])
    }

    @Test(
        "All mistakes are reported at once",
        arguments: [
            (
                "class Shop { var a = 1, b = 2; @Value(\"k\") let c: Int; init(x: Int) {} }",
                ["@Value(\"k\")", "init", "a", "b"]
            ),
            (
                "final class Shop { init(a: A..., @Autowired b: B, d: inout D, f: F = F()) {} }",
                ["A...", "@Autowired", "inout", "F()"]
            ),
            (
                "struct Shop { let (a, _): (A, B); @Named(\"c\") let c: C; var e: E, f: F; let g: G }",
                ["a", "@Named(\"c\")", "e", "f"]
            ),
            (
                "struct Shop { @Injected(\"a\") let a = A(); let b: B; @Injected(\"c\") let c = C() }",
                ["@Injected(\"a\")", "@Injected(\"c\")"]
            ),
            ("final class Shop { init(a: A) {}; init(b: B) {}; init(c: C) {} }", ["init"]),
            ("@MainActor class Shop { init(a: A = A()) {} }", ["init", "A()"]),
            ("enum Shop { case open }", ["Shop"]),
            ("actor Shop { var a: A }", ["a"]),
            ("public actor Shop { var a: A }", ["a"]),
            // `@Injected` itself rejects a variable.
            ("actor Shop { @Injected(\"a\") var a = A() }", []),
        ])
    func together(declaration: String, places: [String]) throws {
        #expect(try Annotated(declaration: declaration).places == places)
    }

    @Test(
        "All mistakes of an annotation are reported at once",
        arguments: [
            ("\"a\", .named(\"b\"), .lazy, .named(\"c\")", [".named(\"b\")", ".named(\"c\")"]),
            (
                ".order(1), .scope(.prototype), .order(2), .primary, .primary, .scope(.request)",
                [".order(2)", ".scope(.request)"]
            ),
            (".retry(attempts: 1), .mine, .profile(\"\"), .retry(attempts: 2)", [".retry(attempts: 2)"]),
        ])
    func annotation(arguments: String, places: [String]) throws {
        #expect(
            try Annotated(declaration: "final class Shop {}", annotation: "@Component(\(arguments))").places == places)
    }

    @Test(
        "A correct declaration has no message",
        arguments: [
            "final class Shop { static var size = 1; class var big: Int { 1 }; var small: Int { 1 } }",
            "final class Shop { @Autowired var a: A; @IOC.Autowired<B>(\"n\") private var b; @Value(\"k\") var c = 1 }",
            "private final class Shop {}",
            "@Component final class Shop {}",
            "final class Shop { nonisolated(unsafe) var guarded = 1; @MainActor var title = 1 }",
            "final class Shop: @unchecked Sendable { var guarded = 1; #stored }",
            "final class Shop: Base, Sendable { var judgedByTheCompiler = 1 }",
            "actor Shop { var mine = 1; init() {} }",
            "@MainActor final class Shop { var mine = 1; nonisolated init() {} }",
            "class Shop: Base, Sendable {}",
            "final class Shop: Base { override init() {} }",
            "final class Shop: Base { convenience init(b: B) { self.init() } }",
            "final class Shop { init(from _: A) {} }",
            "final class Shop { init(make: @escaping (inout A, @autoclosure () -> B) -> Void) {} }",
            "final class Shop { @Value(\"k\", default: 1) var a }",
            "final class Shop { @Injected(setting: \"wait\", default: .seconds(1)) let wait: Duration? }",
            "#if DEBUG\n@Component\n#else\n@Component\n#endif\nfinal class Shop {}",
            "final class Shop {\n#if DEBUG\n@available(*, deprecated)\n#endif\nfunc f() {}\n}",
            "actor Shop { let a: A; static var b: B; var c: C { C() }; @D var d: D; lazy var e = E(); var f: F!, g: G?; lazy var h: H }",
            "class Shop { required init() {} }",
            "public final class Shop { public init() {} }",
            "@available(*, deprecated) @objc final class Shop { #warning(\"var size = 1\") }",
            "public struct Shop {}",
            "struct Shop { var size = 1; var limit: Int?; let a: A; lazy var b = 1 }",
            "struct Shop { var size: Int; init() { size = 1 } }",
            "enum Shop { case open; init(@Named(setting: \"a\") a: Bool = true) { self = .open } }",
            "final class Shop { init(a: A) throws {}; convenience init(b: B) { self.init(a: b.a) } }",
            "final class Shop { init(a: A) {}; init() {} }",
            "final class Shop { init(a: A, cache: Cache? = nil, open: B, `class`: C) {} }",
            "final class Shop { @Injected init(a: A) {}; init(b: B) {}; init() {} }",
            "class Shop: Base, @unchecked Sendable { required init(a: A) { super.init(a: a) } }",
            "final class Shop { private init() {} }",
            "final class Shop { @Autowired var a: A; let b: B }",
            "@MainActor final class Shop { let a: A; var title = 1 }",
        ])
    func correct(_ declaration: String) throws {
        #expect(try Annotated(declaration: declaration).diagnostics.map(\.message) == [])
    }
}
