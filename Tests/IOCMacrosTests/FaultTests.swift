import Testing

@testable import IOCMacroExpansion

@Suite("What @Component refuses")
struct FaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var declaration: String
        var annotation = "@Component"
        var lacking = "IOCComponent, ConstructedComponent, _AnnotatedComponent, Sendable"
        var around: [String] = []
        /// What the fault points at.
        var at: String
        var says: String
        /// The source with the fix in it.
        var mended: String?

        var testDescription: String { "\(annotation) \(declaration)" }
    }

    static let cases: [Case] = [
        Case(declaration: "enum Shop {}", at: "Shop", says: "add one that chooses the case"),
        Case(declaration: "protocol Shop {}", at: "protocol", says: "'Shop' is a protocol"),
        Case(declaration: "extension Shop {}", at: "extension", says: "'Shop' is an extension"),
        Case(declaration: "struct Shop<Item> {}", at: "<", says: "define it in an assembly"),
        Case(declaration: "final class Shop<Item> {}", at: "<", says: "'Shop', which is generic"),
        Case(
            declaration: "final class Shop {}", around: ["struct Mall<Item> {}"], at: "Shop",
            says: "stands in a generic type"),
        Case(
            declaration: "private final class Shop {}", around: ["enum Mall {}"], at: "private",
            says: "private to the type around it", mended: "@Component\nfileprivate final class Shop {}"),
        Case(
            declaration: "class Shop {}", at: "Shop", says: "add 'required init() {}'",
            mended: "@Component\nclass Shop {\n    required init() {}}"),
        Case(
            declaration: "public final class Shop {}", at: "Shop", says: "add 'public init() {}'",
            mended: "@Component\npublic final class Shop {\n    public init() {}}"),
        Case(declaration: "@MainActor final class Shop {}", at: "Shop", says: "add 'nonisolated init() {}'"),
        Case(
            declaration: "class Shop { init() {} }", at: "init", says: "must be 'required' where subclasses can follow",
            mended: "@Component\nclass Shop { required init() {} }"),
        Case(
            declaration: "@MainActor final class Shop { init() {} }", at: "init",
            says: "must be 'nonisolated' in a main-actor class",
            mended: "@Component\n@MainActor final class Shop { nonisolated init() {} }"),
        Case(
            declaration: "final class Shop { private var é = 1 }", at: "é",
            says: "'é' is a variable that threads would share unguarded: make it a 'let', with a Mutex",
            mended: "@Component\nfinal class Shop { private let é = 1 }"),
        // Where it could not be a `let`, nothing is mended.
        Case(
            declaration: "final class Shop { lazy var size = 1 }", at: "size", says: "'size' is a lazy variable",
            mended: "@Component\nfinal class Shop { lazy var size = 1 }"),
        Case(
            declaration: "final class Shop { var size = 1 { didSet {} } }", at: "size", says: "or say '@unchecked",
            mended: "@Component\nfinal class Shop { var size = 1 { didSet {} } }"),
        Case(
            declaration: "final class Shop { @Published var size = 1 }", at: "size", says: "threads would share",
            mended: "@Component\nfinal class Shop { @Published var size = 1 }"),
        Case(
            declaration: "final class Shop { weak var owner: Owner? }", at: "owner",
            says: "or '@MainActor' where the main actor does",
            mended: "@Component\nfinal class Shop { weak var owner: Owner? }"),
        Case(
            declaration: "final class Shop { @Autowired let mapper: Mapper }", at: "let",
            says: "'let mapper = Autowired<…>()'",
            mended: "@Component\nfinal class Shop { @Autowired var mapper: Mapper }"),
        Case(
            declaration: "final class Shop: Sendable { @IOC.Value<Int>(\"a\") let size }", at: "let",
            says: "a wrapper needs 'var'"),
        Case(
            declaration: "final class Shop {}", annotation: "@Component(\"a\", .primary, .named(\"b\"))",
            at: ".named(\"b\")", says: "'Shop' has a name already: \"a\""),
        Case(
            declaration: "final class Shop {}",
            annotation: "@Component(.scope(.prototype), ComponentTrait.scope(.custom(\"a, b\", c)))",
            at: "ComponentTrait.scope(.custom(\"a, b\", c))", says: "has a scope already: .scope(.prototype)"),
        Case(
            declaration: "final class Shop { static var traits: [ComponentTrait] { [] } }",
            annotation: "@Component(.primary)", at: ".primary", says: "declares 'traits' itself"),
        Case(
            declaration: "final class Shop {}", annotation: "@Component(\"\")", at: "\"\"",
            says: "the name of 'Shop' is empty: write one, as in @Component(\"stripe\"), or leave \"\" out"),
        Case(
            declaration: "final class Shop {}", annotation: "@Component(.lazy, .named(\" \"))", at: "\" \"",
            says: "or leave .named(\" \") out"),
        Case(
            declaration: "actor Shop {}", annotation: "@Component(.profile(#\"\"#))", at: "#\"\"#",
            says: "the profile of 'Shop' is empty: write one, as in .profile(\"test\")"),
        Case(
            declaration: "final class Shop {}", annotation: "@Component(.dependsOn(\"a\", \"\"))", at: "\"\"",
            says: "the name of what 'Shop' depends on is empty"),
        Case(
            declaration: "@Observable final class Shop {}", at: "@Observable", says: "can't see what @Observable adds"),
        Case(declaration: "final class Shop { #stored(\"a\") }", at: "#stored", says: "can't see what #stored adds"),
    ]

    /// What a newcomer gets wrong with initializers.
    static let initializers: [Case] = [
        Case(
            declaration: "final class Shop { init(a: A) {}; init(b: B) {} }", at: "init",
            says: "'Shop' has 2 initializers: write '@Injected' before",
            mended: "@Component\nfinal class Shop { @Injected init(a: A) {}; init(b: B) {} }"),
        Case(
            declaration: "final class Shop { @Injected init(a: A) {}; @Injected init() {} }", at: "init",
            says: "leave '@Injected' before that one alone"),
        Case(
            declaration: "final class Shop { init(a: A) async throws {} }", at: "init", says: "'start()' of 'Startable'"
        ),
        Case(declaration: "final class Shop { init() async {} }", at: "init", says: "'init()' is 'async'"),
        Case(declaration: "final class Shop { init?(a: A) {} }", at: "init?", says: "make it 'throws'"),
        Case(declaration: "final class Shop { init!() {} }", at: "init!", says: "'init()' can return nil"),
        Case(declaration: "actor Shop { init<T: Gate>(a: T) {} }", at: "<", says: "'init(a:)', which is generic"),
        Case(
            declaration: "final class Shop { init(all: any Plugin...) {} }", at: "any Plugin...",
            says: "make 'all' a list"),
        Case(declaration: "struct Shop { init(a: inout A) {} }", at: "inout", says: "can't pass 'a' as 'inout'"),
        Case(
            declaration: "final class Shop { init(a: some Gate) {} }", at: "some", says: "write 'any'",
            mended: "@Component\nfinal class Shop { init(a: any Gate) {} }"),
        Case(
            declaration: "final class Shop { init(from _: A) {} }", at: "from _: A", says: "needs a name for messages"),
        Case(
            declaration: "final class Shop { init(a: A, n: Int = 1) {} }", at: "1",
            says: "its default value never serves"),
        Case(
            declaration: "final class Shop { init(@Named a: A = A()) {} }", at: "A()",
            says: "its default value never serves"),
        Case(
            declaration: "final class Shop { init(clock: any Clock = System()) {} }", at: "System()",
            says: "passes 'clock'"),
        Case(declaration: "final class Shop { init(@Autowired a: A) {} }", at: "@Autowired", says: "by its type alone"),
        Case(
            declaration: "final class Shop { init(@Injected(\"b\") a: A) {} }", at: "@Injected(\"b\")",
            says: "or by '@Named(\"audit\")'"),
        Case(
            declaration: "final class Shop { init(@Value(\"a\") a: Int) {} }", at: "@Value(\"a\")",
            says: "@Named(setting:"),
        Case(
            declaration: "final class Shop { init(@Named(\"\") a: A) {} }", at: "\"\"",
            says: "the name that 'a' asks for"),
        Case(
            declaration: "final class Shop { init(@Named(#\"\"#) a: A) {} }", at: "#\"\"#",
            says: "the name that 'a' asks for"),
        Case(
            declaration: "final class Shop { init(@Named(setting: \" \") n: Int) {} }", at: "\" \"",
            says: "the setting that 'n' asks for is empty"),
        Case(
            declaration: "final class Shop { @Injected(\"\") let a: A }", at: "\"\"", says: "the name that 'a' asks for"
        ),
        Case(
            declaration: "struct Shop { @Named(\"b\") let a: A }", at: "@Named(\"b\")",
            says: "a constant takes '@Injected",
            mended: "@Component\nstruct Shop { @Injected(\"b\") let a: A }"),
        Case(
            declaration: "struct Shop { @Injected(\"b\") let a: A; init(a: A) { self.a = a } }", at: "@Injected(\"b\")",
            says: "write '@Named(…)' before the parameter"),
        Case(
            declaration: "struct Shop { @Injected(\"b\") let a = A() }", at: "@Injected(\"b\")",
            says: "'a' has its value already"),
        Case(
            declaration: "struct Shop { let b: B; @Injected(\"b\") let a = A() }", at: "@Injected(\"b\")",
            says: "'a' has its value already"),
        Case(
            declaration: "struct Shop { var a: A }", at: "a", says: "nobody gives 'a' a value",
            mended: "@Component\nstruct Shop { let a: A }"),
        Case(declaration: "actor Shop { let b: B; var a: A, c = 1 }", at: "a", says: "nobody gives 'a' a value"),
        Case(
            declaration: "final class Shop { var a: A }", at: "a",
            says: "would share unguarded: make it a 'let', which the container passes, or say",
            mended: "@Component\nfinal class Shop { let a: A }"),
        Case(
            declaration: "final class Shop { @Published var a: A }", at: "a", says: "make it a 'let', with a Mutex",
            mended: "@Component\nfinal class Shop { @Published var a: A }"),
        Case(declaration: "struct Shop { @Autowired var a: A }", at: "a", says: "make 'a' a 'let', which"),
        Case(declaration: "struct Shop { @Autowired let a: A }", at: "a", says: "make 'a' a 'let', which"),
        Case(declaration: "struct Shop { @Value(\"k\") var a = 1 }", at: "a", says: "with '@Injected(…)' before it"),
        Case(declaration: "struct Shop { let (a, _): (A, B) }", at: "a", says: "can't pass a part of a tuple"),
        Case(declaration: "struct Shop {\n#if DEBUG\nlet a: A\n#endif\n}", at: "a", says: "stands under a condition"),
        Case(
            declaration: "struct Shop {\n#if DEBUG\ninit(a: A) {}\n#endif\n}", at: "init",
            says: "under a condition that only"),
        Case(
            declaration: "class Shop { init(_ a: A, for b: B) {} }", at: "init",
            says: "'init(_:for:)', which must be 'required' where subclasses can follow; or make the class 'final'",
            mended: "@Component\nclass Shop { required init(_ a: A, for b: B) {} }"),
        Case(
            declaration: "@MainActor final class Shop { init(a: A) {} }", at: "init", says: "in a main-actor class",
            mended: "@Component\n@MainActor final class Shop { nonisolated init(a: A) {} }"),
        Case(
            declaration: "final class Shop: Base { let a: A }", lacking: "Sendable", at: "a",
            says: "the superclass of 'Shop' requires its own initializer"),
        Case(
            declaration: "final class Shop: Base { init(a: A) {} }", lacking: "Sendable", at: "init",
            says: "the superclass of 'Shop' requires its own initializer"),
    ]

    @Test("Each fault points at its own token, with a remedy", arguments: cases + initializers)
    func fault(_ example: Case) throws {
        let annotated = Annotated(
            declaration: example.declaration, annotation: example.annotation, lacking: example.lacking,
            around: example.around)
        let fault = try #require(annotated.faults.first)
        #expect(annotated.faults.count == 1)
        #expect(fault.at == example.at)
        #expect(fault.message.contains(example.says), "\(fault.message)")
        if let mended = example.mended { #expect(annotated.mended == mended) }
        #expect(annotated.member.source == "")
        // The compiler asks for no members of an enum.
        let isEnum = example.declaration.hasPrefix("enum")
        #expect(annotated.extension.diagnostics.map(\.message) == (isEnum ? [fault.message] : []))
    }

    @Test(
        "A word that nearly is a trait is a warning at that word, and nothing else is",
        arguments: [
            (".primry", "primary"), (".scpoe(.prototype)", "scope"),
            (".profil(\"a\")", "profile"),
            (".whenmissing(A.self)", "whenMissing"), (".lazyy", "lazy"), (".retri(attempts: 2)", "retry"),
            (".WhenMissing(A.self)", "whenMissing"), (".whenmissng(A.self)", "whenMissing"),
            (".primary", nil), (".mine", nil),
            ("ComponentTrait.orders", nil), (".onWeekdays", nil), ("ComponentTrait.primry", nil), (".laz", nil),
            (".prmary", "primary"), (".primpary", "primary"), (".primbry", "primary"), (".rpimary", "primary"),
            (".lazyx", "lazy"), (".ordre(1)", "order"), (".alay", nil), (".prim", nil), (".primx", nil),
            (".lazzyy", nil), (".orde(1)", "order"),
            ("\"primry\"", nil),
        ] as [(String, String?)])
    func nearMisses(trait: String, meant: String?) throws {
        let annotated = Annotated(declaration: "final class Shop {}", annotation: "@Component(\(trait))")
        #expect(annotated.faults.map(\.at) == (meant == nil ? [] : [String(trait.dropFirst().prefix { $0 != "(" })]))
        #expect(annotated.member.diagnostics.allSatisfy { $0.severity == "warning" })
        #expect(annotated.member.source.contains(trait))
        guard let meant else { return }
        #expect(annotated.faults.first?.message.hasPrefix("did you mean '.\(meant)'?") == true)
        #expect(annotated.mended.contains("@Component(.\(meant)"))
    }

    @Test("All faults of a class are told at once")
    func together() {
        let faults = Annotated(
            declaration: "class Shop { var a = 1, b = 2; @Value(\"k\") let c: Int; init(x: Int) {} }"
        ).faults.map(\.at)
        #expect(faults == ["init", "let", "a", "b"])
        let shared = Annotated(declaration: "final class Shop { var a = 1, b = 2 }")
        #expect(shared.faults.map(\.at) == ["a", "b"] && shared.mended.hasSuffix("{ var a = 1, b = 2 }"))
    }

    @Test(
        "So are those of all parameters, of all constants and of all variables",
        arguments: [
            (
                "final class Shop { init(a: A..., @Autowired b: B, _: C, d: inout D, @Named(\"\") e: E, f: F = F()) {} }",
                ["A...", "@Autowired", "_: C", "inout", "\"\"", "F()"]
            ),
            (
                "struct Shop { let (a, _): (A, B); @Named(\"c\") let c: C; @Injected(\"\") let d: D; var e: E, f: F; let g: G }",
                ["a", "@Named(\"c\")", "\"\"", "e", "f"]
            ),
            (
                "struct Shop { @Injected(\"a\") let a = A(); let b: B; @Injected(\"c\") let c = C() }",
                ["@Injected(\"a\")", "@Injected(\"c\")"]
            ),
            ("final class Shop { init(a: A) {}; init(b: B) {}; init(c: C) {} }", ["init"]),
            ("@MainActor class Shop { init(a: A = A()) {} }", ["init", "A()"]),
            ("enum Shop { case open }", ["Shop"]),
            ("struct Shop { let a, b: A }", ["a"]),
            ("actor Shop { var a: A }", ["a"]),
            ("public actor Shop { var a: A }", ["a"]),
            // Which `@Injected` itself refuses.
            ("actor Shop { @Injected(\"a\") var a = A() }", []),
        ])
    func each(declaration: String, places: [String]) {
        #expect(Annotated(declaration: declaration).faults.map(\.at) == places)
    }

    @Test(
        "So are those of all that an annotation says",
        arguments: [
            ("\"a\", .named(\"b\"), .lazy, .named(\"c\")", [".named(\"b\")", ".named(\"c\")"]),
            (
                ".order(1), .scope(.prototype), .order(2), .primary, .primary, .scope(.request)",
                [".order(2)", ".scope(.request)"]
            ),
            (
                ".profile(\" \"), .named(#\"\"#), .profile(\"a\"), .dependsOn(\"b\", \"\\t\"), .dependsOn(\"\")",
                ["\" \"", "#\"\"#", "\"\""]
            ),
            (".retry(attempts: 1), .profile(\"\"), .retry(attempts: 2)", [".retry(attempts: 2)", "\"\""]),
        ])
    func annotation(arguments: String, places: [String]) {
        let annotated = Annotated(declaration: "final class Shop {}", annotation: "@Component(\(arguments))")
        #expect(annotated.faults.map(\.at) == places)
    }

    @Test(
        "What only looks like a fault is none",
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
            "class Shop: Base {}",
            "class Shop: Base { override init() {} }",
            "class Shop: Base { convenience init(b: B) { self.init() } }",
            "actor Shop { let a: A; static var b: B; var c: C { C() }; @D var d: D; lazy var e = E(); var f: F!, g: G?; lazy var h: H }",
            "actor Shop {\n#if DEBUG\n@Autowired\n#endif\nvar a: A\n}",
            "class Shop { required init() {} }",
            "public final class Shop { public init() {} }",
            "@available(*, deprecated) @objc final class Shop { #warning(\"var size = 1\") }",
            "final class Shop { #if DEBUG\n var size = 1\n #endif\n }",
            "public struct Shop {}",
            "struct Shop { var size = 1; var limit: Int?; let a: A; lazy var b = 1 }",
            "struct Shop { var size: Int; init() { size = 1 } }",
            "enum Shop { case open; init(@Named(setting: \"a\") a: Bool = true) { self = .open } }",
            "final class Shop { init(a: A) throws {}; convenience init(b: B) { self.init(a: b.a) } }",
            "final class Shop { init(a: A) {}; init() {} }",
            "final class Shop { init(a: A, cache: Cache? = nil, open: B, `class`: C) {} }",
            "final class Shop { @Injected init(a: A) {}; init(b: B) {}; init() {} }",
            "class Shop: Base { required init(a: A) { super.init(a: a) } }",
            "final class Shop { private init() {} }",
            "final class Shop { @Autowired var a: A; let b: B }",
            "@MainActor final class Shop { let a: A; var title = 1 }",
        ])
    func sound(_ declaration: String) {
        #expect(Annotated(declaration: declaration).faults.map(\.message) == [])
    }

    @Test("A class is only asked to be final where another initializer could then do without the word")
    func required() {
        let plain = Annotated(declaration: "class Shop { init() {} }").faults.map(\.message)
        #expect(plain.first?.hasSuffix("'required' where subclasses can follow") == true, "\(plain)")
        let other = Annotated(declaration: "class Shop { init(a: A) {} }").faults.map(\.message)
        #expect(other.first?.hasSuffix("follow; or make the class 'final'") == true, "\(other)")
        let main = Annotated(declaration: "@MainActor final class Shop { init(a: A) {} }").faults.map(\.message)
        #expect(main.first?.hasSuffix("'nonisolated' in a main-actor class") == true, "\(main)")
    }

    @Test("A variable that an initializer gives its value is nothing for the container to pass")
    func given() {
        let faults = Annotated(declaration: "final class Shop { var a: A; init(a: A) {} }").faults
        #expect(faults.map(\.at) == ["a"])
        #expect(faults.first?.message.contains("make it a 'let', with a Mutex or an Atomic") == true, "\(faults)")
    }

    @Test("An empty text is none where a property may equal it")
    func emptyValue() {
        let annotation = "@Component(\"a\", .when(property: \"b\", equals: \"\"))"
        #expect(Annotated(declaration: "final class Shop {}", annotation: annotation).faults.map(\.message) == [])
    }
}
