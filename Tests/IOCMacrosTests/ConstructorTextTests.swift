import Testing

@testable import IOCMacroExpansion

@Suite("The constructor that @Component adds")
struct ConstructorTextTests {
    /// What is added, without the proof behind it.
    private func added(_ declaration: String, lacking: String? = nil, around: [String] = []) -> String {
        var annotated = Annotated(declaration: declaration, around: around)
        if let lacking { annotated.lacking = lacking }
        return annotated.member.source.split(separator: "\nprivate func provesSendable").first.map(String.init) ?? ""
    }

    @Test("Constants without a value become an initializer, each asked for at its own line")
    func written() {
        let declaration = """
            final class Desk {
                let mapper: OrderMapper
                @Injected("audit")
                let log: any Sink
                @Injected(setting: "orders.limit", default: 100) let limit: Int
                private let count = Mutex(0)
            }
            """
        #expect(
            added(declaration) == """
                /// Makes an instance with what its constants ask for.
                nonisolated init(mapper: OrderMapper, log: any Sink, limit: Int = 100) {
                    self.mapper = mapper
                    self.log = log
                    self.limit = limit
                }
                nonisolated static var constructor: IOC.Constructor {
                    IOC.Constructor(
                        IOC.Parameter<OrderMapper>("mapper", line: 12),
                        IOC.Parameter<any Sink>("log", named: "audit", line: 14),
                        IOC.Parameter<Int>("limit", setting: "orders.limit", default: 100, line: 15),
                        fileID: "Shop/Shop.swift", line: 11) {
                        try Desk(mapper: $0[0] as OrderMapper, log: $0[1] as any Sink, limit: $0[2] as Int)
                    }
                }
                """)
    }

    @Test(
        "A declared initializer is called as it is declared",
        arguments: [
            ("init(_ a: A) {}", "Desk($0[0] as A)", #"Parameter<A>("a", line: 11)"#),
            (
                "init(for a: A?, b: [String: B]) throws {}", "Desk(for: $0[0] as A?, b: $0[1] as [String: B])",
                #"Parameter<[String: B]>("b", "#
            ),
            (
                "init(`class`: A, for `in`: B) {}", "Desk(class: $0[0] as A, for: $0[1] as B)", #"Parameter<B>("in", "#
            ),
            (
                "init(`inout`: A, `my a`: B) {}", "Desk(`inout`: $0[0] as A, `my a`: $0[1] as B)", #""my a""#
            ),
            ("init(`a1`: A) {}", "Desk(a1: $0[0] as A)", #"Parameter<A>("a1", line: 11)"#),
            ("init(`my_a`: A) {}", "Desk(my_a: $0[0] as A)", #"Parameter<A>("my_a", line: 11)"#),
            ("init(🐶: A) {}", "Desk(🐶: $0[0] as A)", #"Parameter<A>("🐶", line: 11)"#),
            ("init(@Named(\"x\") a: A) {}", "Desk(a: $0[0] as A)", #"Parameter<A>("a", named: "x", line: 11)"#),
            (
                "init(@Box<A, B> @X.Named(\"x\") a: A, @Named(setting: \"n\") @Box n: Int = 1) {}",
                "Desk(a: $0[0] as A, n: $0[1] as Int)", #"Parameter<A>("a", named: "x", line: 11)"#
            ),
            (
                "init(@Named(setting: \"n.m\") n: Int = 1 + 2) {}", "Desk(n: $0[0] as Int)",
                #"Parameter<Int>("n", setting: "n.m", default: 1 + 2, line: 11)"#
            ),
            ("init(a: A? = nil) {}", "Desk(a: $0[0] as A?)", #"Parameter<A?>("a", line: 11)"#),
            ("init(@Named a: A) {}", "Desk(a: $0[0] as A)", #"Parameter<A>("a", line: 11)"#),
            ("init(a: A!) {}", "Desk(a: $0[0] as A?)", #"Parameter<A?>("a", line: 11)"#),
            ("init(a: sending A) {}", "Desk(a: $0[0] as A)", #"Parameter<A>("a", line: 11)"#),
            ("init(a: __owned A) {}", "Desk(a: $0[0] as A)", #"Parameter<A>("a", line: 11)"#),
            ("init(a: consuming sending A) {}", "Desk(a: $0[0] as A)", #"Parameter<A>("a", line: 11)"#),
            ("init(a: `sending`) {}", "Desk(a: $0[0] as `sending`)", #"Parameter<`sending`>("a", line: 11)"#),
            ("init(a: _const) {}", "Desk(a: $0[0] as _const)", #"Parameter<_const>("a", line: 11)"#),
            ("init(a: @Box A) {}", "Desk(a: $0[0] as @Box A)", #"Parameter<@Box A>("a", line: 11)"#),
            (
                "init(a: Box<() -> A, B>) {}", "Desk(a: $0[0] as Box<() -> A, B>)",
                #"Parameter<Box<() -> A, B>>("a", line: 11)"#
            ),
            (
                "init(make: @escaping () -> A) {}", "Desk(make: $0[0] as () -> A)",
                #"Parameter<() -> A>("make", line: 11)"#
            ),
            (
                "init(make: @escaping @Sendable () -> A) {}", "Desk(make: $0[0] as @Sendable () -> A)",
                #"Parameter<@Sendable () -> A>("make", line: 11)"#
            ),
            ("private init(a: A) {}", "Desk(a: $0[0] as A)", "a"),
            ("init(/* a: B, */ a: A // = x\n) {}", "Desk(a: $0[0] as A)", "line: 11"),
            ("@Injected init(a: A) {}; init(b: B) {}", "Desk(a: $0[0] as A)", "a"),
            ("convenience init(b: B) { self.init(a: b.a) }; init(a: A) {}", "Desk(a: $0[0] as A)", "a"),
            (
                "init(open: A, prefix: B, some_: C) {}", "Desk(open: $0[0] as A, prefix: $0[1] as B, some_: ",
                "prefix"
            ),
        ])
    func declared(_ initializer: String, call: String, parameter: String) {
        let source = added("final class Desk { \(initializer) }")
        #expect(source.contains("{\n        try \(call)"), "\(source)")
        #expect(source.contains(parameter), "\(source)")
        #expect(!source.contains("self."))
    }

    @Test("What nobody has to pass anything to is said in a line, and an `init()` that everybody sees needs none")
    func plain() {
        #expect(added("struct Desk {}").contains("{ Desk() },\n        fileID: \"Shop/Shop.swift\", line: 11)"))
        #expect(added("struct Desk { static let a: A }").contains("{ Desk() }"))
        #expect(added("enum Desk { case a; init() { self = .a } }").contains("{ Desk() }"))
        #expect(added("final class Desk { private init() {} }").contains("{ Desk() }"))
        #expect(added("final class Desk { init() throws {} }").contains("{ try Desk() }"))
        #expect(added("actor Desk { init() {} }") == "")
        #expect(added("final class Desk { fileprivate init() {} }").contains("{ Desk() }"))
        #expect(added("fileprivate final class Desk { fileprivate init() {} }") == "")
        #expect(added("public final class Desk { init() {} }").contains("public nonisolated static var constructor"))
        #expect(added("public final class Desk { public init() {} }") == "")
        #expect(added("final class Desk { init(a: A) {}; init() {} }") == "")
    }

    @Test("A name that needs backticks has them where it is passed, and none where it is told")
    func quoted() {
        let source = added("struct Desk { let `in`: A }")
        #expect(source.contains("init(`in`: A) {\n    self.`in` = `in`\n}"), "\(source)")
        #expect(source.contains(#"Parameter<A>("in", line: 11)"#) && source.contains("Desk(in: $0[0] as A)"))
    }

    @Test("Where subclasses can follow, each makes itself")
    func subclasses() {
        #expect(added("class Desk { let a: A }").contains("nonisolated required init(a: A)"))
        #expect(added("class Desk { let a: A }").contains("nonisolated class var constructor"))
        #expect(added("class Desk { required init(a: A) {} }").contains("try self.init(a: $0[0] as A)"))
        #expect(added("class Desk { required init() {} }").contains("{ self.init() }"))
        // What is inherited makes it as well.
        #expect(added("class Desk: Base {}", lacking: "Sendable") == "")
        #expect(added("final class Desk: Base { required init() {} }", lacking: "") == "")
        #expect(
            added("final class Desk: Base { required init(a: A) {} }", lacking: "")
                .contains("override class var constructor"))
        #expect(
            added("final class Desk: Base { required init(a: A) {}; @Injected init(b: B) {} }", lacking: "Sendable")
                .contains("Desk(b: $0[0] as B)"))
    }

    @Test("The initializer is as visible as the type and its constants, and the constructor as the type")
    func access() {
        func words(_ declaration: String, around: [String] = []) -> [String] {
            added(declaration, around: around).split(separator: "\n").map(String.init)
                .filter { $0.contains("init(a: A) {") || $0.contains("var constructor") }
                .map { String($0.prefix { $0 != "(" && $0 != ":" }) }
        }
        #expect(
            words("public struct Desk { public let a: A }")
                == ["public nonisolated init", "public nonisolated static var constructor"])
        #expect(
            words("public struct Desk { let a: A }")
                == ["nonisolated init", "public nonisolated static var constructor"])
        #expect(
            words("package actor Desk { private let a: A }") == ["init", "package nonisolated static var constructor"])
        #expect(
            words("open class Desk { public let a: A }")
                == ["public nonisolated required init", "open nonisolated class var constructor"])
        #expect(words("open class Desk { let a: A }").first == "public nonisolated required init")
        #expect(
            words("struct Desk { public let a: A }", around: ["public extension Mall {}"])
                == ["public nonisolated init", "public nonisolated static var constructor"])
        #expect(words("@MainActor final class Desk { let a: A }").first == "nonisolated init")
    }

    @Test(
        "A function that is stored may escape, in whatever brackets it stands",
        arguments: [
            ("() -> A", true), ("@Sendable (B) async throws -> A", true), ("(() -> A)", true), ("((B) -> A)", true),
            ("((() -> A))", true),
            ("(() -> A)?", false), ("[() -> A]", false), ("Box<() -> A>", false), ("A", false),
        ])
    func functions(type: String, escapes: Bool) {
        let source = added("struct Desk { let make: \(type) }")
        #expect(source.contains("init(make: \(escapes ? "@escaping " : "")\(type))"), "\(source)")
    }

    @Test(
        "A type conforms by the way it is made, and an open class by both",
        arguments: [
            ("final class Desk {}", "extension X: IOC.IOCComponent, IOC._AnnotatedComponent, @unchecked Sendable {}"),
            (
                "final class Desk { let a: A }",
                "extension X: IOC.ConstructedComponent, IOC._AnnotatedComponent, @unchecked Sendable {}"
            ),
            ("struct Desk {}", "extension X: IOC.ConstructedComponent, IOC._AnnotatedComponent, Sendable {}"),
            ("actor Desk { let a: A }", "extension X: IOC.ConstructedComponent, IOC._AnnotatedComponent, Sendable {}"),
            (
                "class Desk { required init() {} }",
                "extension X: IOC.IOCComponent, IOC.ConstructedComponent, IOC._AnnotatedComponent, @unchecked Sendable {}"
            ),
            (
                "class Desk { let a: A }",
                "extension X: IOC.ConstructedComponent, IOC._AnnotatedComponent, @unchecked Sendable {}\n"
                    + "@available(*, unavailable)\nextension X: IOC.IOCComponent {}"
            ),
        ])
    func conformances(declaration: String, source: String) {
        #expect(Annotated(declaration: declaration).extension.source == source)
    }

    @Test("What a type conforms to already is not said again")
    func conforming() {
        func source(_ declaration: String, lacking: String) -> String {
            Annotated(declaration: declaration, lacking: lacking).extension.source
        }
        #expect(
            source("struct Desk: Sendable {}", lacking: "ConstructedComponent, _AnnotatedComponent")
                == "extension X: IOC.ConstructedComponent, IOC._AnnotatedComponent {}")
        #expect(
            source("class Desk: Base { required init(a: A) {} }", lacking: "Sendable")
                == "extension X: @unchecked Sendable {}")
        #expect(source("final class Desk: Base, Sendable {}", lacking: "") == "")
    }
}

@Suite("Where @Injected may stand")
struct InjectedTests {
    private func fault(
        _ declaration: String, _ attribute: String, in type: String? = "@Component final class Shop {}"
    ) -> String? {
        let location = MacroUse.Syntax.Location(fileName: "Shop.swift", offset: 0)
        let use = MacroUse(
            macro: .init(typeName: "Injected"), macroRole: "peer",
            attributeSyntax: .init(source: attribute, location: location),
            declSyntax: .init(source: "\(attribute) \(declaration)", location: location),
            lexicalContext: type.map { [.init(source: $0, location: nil)] } ?? [])
        return InjectedRules(use).faults().first?.message
    }

    @Test("Before a constant with what it asks for, and before an initializer without")
    func right() {
        #expect(fault("let a: A", "@Injected(\"x\")") == nil)
        #expect(fault("private let a: A", "@Injected(setting: \"x\", default: 1)") == nil)
        #expect(fault("init(a: A)", "@Injected") == nil)
        #expect(fault("public required init(a: A)", "@Injected", in: "@Component(\"x\") class Shop {}") == nil)
    }

    @Test("Outside of types, and where nothing stands behind it, the compiler says what is wrong")
    func nowhere() {
        #expect(fault("let a: A", "@Injected", in: nil) == nil)
        #expect(fault("let a: A", "@Injected(\"x\")", in: nil) == nil)
        #expect(fault("", "@Injected") == nil)
    }

    @Test("Everywhere else it says what to write instead")
    func wrong() {
        #expect(fault("let a: A", "@Injected")?.contains("needs no '@Injected'") == true)
        #expect(fault("init(a: A)", "@Injected(\"x\")")?.contains("takes no arguments") == true)
        #expect(fault("var a: A", "@Injected(\"x\")")?.contains("a variable takes '@Autowired'") == true)
        #expect(fault("func a()", "@Injected")?.contains("for constants and initializers") == true)
        #expect(
            fault("let a: A", "@Injected(\"x\")", in: "struct Shop {}")?.contains(
                "which 'Shop' lacks: write it before the struct")
                == true)
    }
}
