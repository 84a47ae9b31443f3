import Testing

@Suite("The initializer and constructor that @Component adds")
struct ConstructorTests {
    /// The added members without the proof after them.
    private func added(_ declaration: String, lacking: String? = nil, around: [String] = []) throws -> String {
        var annotated = Annotated(declaration: declaration, around: around)
        if let lacking { annotated.lacking = lacking }
        #expect(try annotated.diagnostics.map(\.message) == [])
        return try annotated.members.split(separator: "\nprivate func provesSendable").first.map(String.init) ?? ""
    }

    @Test("Constants without a value become the parameters of an initializer, each with its own line")
    func generated() throws {
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
            try added(declaration) == """
                /// Creates an instance with the dependencies that its constants declare.
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
            (
                "init(@Named(setting: \"n\") n: Bool = a == b) {}", "Desk(n: $0[0] as Bool)",
                #"Parameter<Bool>("n", setting: "n", default: a == b, line: 11)"#
            ),
            ("init(a: A? = nil) {}", "Desk(a: $0[0] as A?)", #"Parameter<A?>("a", line: 11)"#),
            ("init(from _: A) {}", "Desk(from: $0[0] as A)", #"Parameter<A>("from", line: 11)"#),
            ("init(_: A) {}", "Desk($0[0] as A)", #"Parameter<A>("_", line: 11)"#),
            ("init(`a \"b\"`: A) {}", "Desk(`a \"b\"`: $0[0] as A)", #"Parameter<A>("a \"b\"", line: 11)"#),
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
    func declared(_ initializer: String, call: String, parameter: String) throws {
        let source = try added("final class Desk { \(initializer) }")
        #expect(source.contains("{\n        try \(call)"), "\(source)")
        #expect(source.contains(parameter), "\(source)")
        #expect(!source.contains("self."))
    }

    @Test("An initializer without parameters needs a constructor only if it is less visible than its class")
    func plain() throws {
        #expect(
            try added("struct Desk {}").contains(
                "fileID: \"Shop/Shop.swift\", line: 11) { _ in\n        Desk()\n    }"))
        #expect(try added("struct Desk { static let a: A }").contains("{ _ in\n        Desk()\n"))
        #expect(try added("enum Desk { case a; init() { self = .a } }").contains("{ _ in\n        Desk()\n"))
        #expect(try added("final class Desk { private init() {} }").contains("{ _ in\n        Desk()\n"))
        #expect(try added("final class Desk { init() throws {} }").contains("{ _ in\n        try Desk()\n"))
        #expect(try added("actor Desk { init() {} }") == "")
        #expect(try added("final class Desk { fileprivate init() {} }").contains("{ _ in\n        Desk()\n"))
        #expect(try added("fileprivate final class Desk { fileprivate init() {} }") == "")
        #expect(
            try added("public final class Desk { init() {} }").contains("public nonisolated static var constructor"))
        #expect(try added("public final class Desk { public init() {} }") == "")
        #expect(try added("final class Desk { init(a: A) {}; init() {} }") == "")
    }

    @Test(
        "An async initializer is awaited",
        arguments: [
            (
                "init(a: A) async throws {}",
                """
                        IOC.Parameter<A>("a", line: 11),
                        fileID: "Shop/Shop.swift", line: 11, asyncMake: {
                        try await Desk(a: $0[0] as A)
                    })
                """
            ),
            (
                "init() async {}",
                """
                        fileID: "Shop/Shop.swift", line: 11, asyncMake: { _ in
                        await Desk()
                    })
                """
            ),
        ])
    func awaited(initializer: String, constructor: String) throws {
        let source = try added("final class Desk { \(initializer) }")
        #expect(
            source == """
                nonisolated static var constructor: IOC.Constructor {
                    IOC.Constructor(
                \(constructor)
                }
                """)
    }

    @Test("A name has backticks where Swift needs them, and none in messages")
    func quoted() throws {
        let source = try added("struct Desk { let `in`: A }")
        #expect(source.contains("init(`in`: A) {\n    self.`in` = `in`\n}"), "\(source)")
        #expect(source.contains(#"Parameter<A>("in", line: 11)"#) && source.contains("Desk(in: $0[0] as A)"))
        #expect(try added("struct `my desk` { let a: A }").contains("try `my desk`(a: $0[0] as A)"))
    }

    @Test("The constructor of a class that can have subclasses creates the subclass")
    func subclasses() throws {
        #expect(try added("class Desk { let a: A }").contains("nonisolated required init(a: A)"))
        #expect(try added("class Desk { let a: A }").contains("nonisolated class var constructor"))
        #expect(try added("class Desk { required init(a: A) {} }").contains("try self.init(a: $0[0] as A)"))
        #expect(try added("class Desk { required init() {} }").contains("{ _ in\n        self.init()\n    }"))
        // An inherited constructor does the same.
        #expect(try added("class Desk: Base {}", lacking: "Sendable") == "")
        #expect(try added("final class Desk: Base { required init() {} }", lacking: "") == "")
        #expect(
            try added("final class Desk: Base { required init(a: A) {} }", lacking: "")
                .contains("override class var constructor"))
        #expect(
            try added("final class Desk: Base { required init(a: A) {}; @Injected init(b: B) {} }", lacking: "Sendable")
                .contains("Desk(b: $0[0] as B)"))
    }

    @Test("The initializer is as visible as the type and its constants, and the constructor as the type")
    func access() throws {
        func words(_ declaration: String, around: [String] = []) throws -> [String] {
            try added(declaration, around: around).split(separator: "\n").map(String.init)
                .filter { $0.contains("init(a: A) {") || $0.contains("var constructor") }
                .map { String($0.prefix { $0 != "(" && $0 != ":" }) }
        }
        #expect(
            try words("public struct Desk { public let a: A }")
                == ["public nonisolated init", "public nonisolated static var constructor"])
        #expect(
            try words("public struct Desk { let a: A }")
                == ["nonisolated init", "public nonisolated static var constructor"])
        #expect(
            try words("package actor Desk { private let a: A }") == [
                "init", "package nonisolated static var constructor",
            ])
        #expect(
            try words("open class Desk { public let a: A }")
                == ["public nonisolated required init", "open nonisolated class var constructor"])
        #expect(try words("open class Desk { let a: A }").first == "public nonisolated required init")
        #expect(
            try words("struct Desk { public let a: A }", around: ["public extension Mall {}"])
                == ["public nonisolated init", "public nonisolated static var constructor"])
        #expect(try words("@MainActor final class Desk { let a: A }").first == "nonisolated init")
    }

    @Test("The initializer is as private as a type between the members that a constant needs")
    func hiddenTypes() throws {
        func head(_ declaration: String) throws -> Substring? {
            try added(declaration).split(separator: "\n").first { $0.contains("init(") }?.prefix { $0 != "(" }
        }
        let kinds = [
            "enum Kind {}", "struct Kind {}", "final class Kind {}", "typealias Kind = Int", "protocol Kind {}",
        ]
        for kind in kinds {
            #expect(
                try head("public final class Desk { private \(kind)\n private let a: Kind }")
                    == "private nonisolated init")
            #expect(
                try head("final class Desk { private let a: [String: Kind?]\n fileprivate \(kind) }")
                    == "fileprivate nonisolated init")
            #expect(try head("final class Desk { \(kind)\n private let a: Kind }") == "nonisolated init")
            #expect(try head("final class Desk { private \(kind)\n let a: Other.Kind, b: B }") == "nonisolated init")
        }
    }

    @Test(
        "A function that is stored can escape, with or without parentheses around its type",
        arguments: [
            ("() -> A", true), ("@Sendable (B) async throws -> A", true), ("(() -> A)", true), ("((B) -> A)", true),
            ("((() -> A))", true),
            ("(() -> A)?", false), ("[() -> A]", false), ("Box<() -> A>", false), ("A", false),
        ])
    func functions(type: String, escapes: Bool) throws {
        let source = try added("struct Desk { let make: \(type) }")
        #expect(source.contains("init(make: \(escapes ? "@escaping " : "")\(type))"), "\(source)")
    }
}

@Suite("@Injected")
struct InjectedTests {
    private func message(
        _ declaration: String, _ attribute: String, in type: String? = "@Component final class Shop {}"
    ) throws -> String? {
        let annotated = Annotated(
            declaration: "\(attribute) \(declaration)", annotation: attribute, around: type.map { [$0] } ?? [])
        return try annotated.expand("peer", macro: "Injected").diagnostics.first?.message
    }

    @Test("@Injected is accepted before a constant with a name or a setting, and before an initializer without")
    func accepted() throws {
        #expect(try message("let a: A", "@Injected(\"x\")") == nil)
        #expect(try message("private let a: A", "@Injected(setting: \"x\", default: 1)") == nil)
        #expect(try message("init(a: A)", "@Injected") == nil)
        #expect(try message("public required init(a: A)", "@Injected", in: "@Component(\"x\") class Shop {}") == nil)
    }

    @Test("@Injected is left to the compiler outside of types")
    func outside() throws {
        #expect(try message("let a: A", "@Injected", in: nil) == nil)
        #expect(try message("let a: A", "@Injected(\"x\")", in: nil) == nil)
        #expect(try message("", "@Injected") == nil)
    }

    @Test(
        "@Injected is rejected everywhere else with what to write instead",
        arguments: [
            ("let a: A", "@Injected", "passes a constant without '@Injected'"),
            ("init(a: A)", "@Injected(\"x\")", "takes no arguments: write '@Named(\"audit\")' before the parameter"),
            ("var a: A", "@Injected(\"x\")", "a variable takes '@Autowired'"),
            ("func a()", "@Injected", "for constants and initializers"),
        ])
    func rejected(declaration: String, attribute: String, says: String) throws {
        #expect(try message(declaration, attribute)?.contains(says) == true)
    }

    @Test("@Injected needs @Component on the type")
    func type() throws {
        let message = try message("let a: A", "@Injected(\"x\")", in: "struct Shop {}")
        #expect(message?.contains("'@Component', which 'Shop' lacks: write it before the struct") == true)
    }
}
