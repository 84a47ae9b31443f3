import FoundationEssentials
import IOCMacroExpansion
import Testing

@Suite("The members and conformances that @Component adds")
struct ExpansionTests {
    private static let all = "IOCComponent, ConstructedComponent, _AnnotatedComponent, Sendable"

    private func members(
        _ declaration: String, _ annotation: String = "@Component", lacking: String = all, around: [String] = []
    ) throws -> String {
        let annotated = Annotated(declaration: declaration, annotation: annotation, lacking: lacking, around: around)
        #expect(try annotated.diagnostics.map(\.message) == [])
        return try annotated.members
    }

    // MARK: Traits

    @Test("The traits are those of the annotation")
    func traits() throws {
        #expect(try members("final class Shop {}") == "")
        #expect(
            try members("final class Shop {}", "@Component(\"a\", .scope(.prototype))")
                == "nonisolated static var traits: [IOC.ComponentTrait] {\n    [.named(\"a\"), .scope(.prototype)]\n}")
        #expect(
            try members("class Shop { required init() {} }", "@Component").contains(
                "nonisolated class var traits: [IOC.ComponentTrait] {\n    []\n}"))
    }

    @Test("The traits are as visible as the class, or as the extension around it")
    func traitAccess() throws {
        #expect(
            try members("package final class Shop { package init() {} }", "@Component(.lazy)")
                .hasPrefix("package nonisolated static var traits"))
        #expect(
            try members("final class Shop {}", "@Component(.lazy)", around: ["public extension Mall {}"])
                .hasPrefix("public nonisolated static var traits"))
    }

    @Test("A class that declares its traits keeps them")
    func ownTraits() throws {
        #expect(try members("final class Shop { static let traits: [T] = [] }") == "")
        #expect(
            try !members("class Shop { class var traits: [T] { [] }; required init() {} }").contains("traits"))
    }

    @Test("A subclass of an annotated class overrides the traits, and inherits them if the annotation has none")
    func subclass() throws {
        #expect(try members("final class Shop: Base {}", lacking: "Sendable") == "")
        #expect(try members("class Shop: Base { required init() {} }", lacking: "Sendable") == "")
        #expect(
            try members("final class Shop: Base {}", "@Component(.lazy)", lacking: "Sendable")
                .hasPrefix("nonisolated override class var traits"))
        #expect(
            try members("final class Shop: Step {}", "@Component(.lazy)", lacking: "_AnnotatedComponent")
                .hasPrefix("nonisolated static var traits"))
        for way in ["IOCComponent", "ConstructedComponent"] {
            let lacking = "\(way), _AnnotatedComponent, Sendable"
            let source = try members("class Shop: Step, Sendable { required init() {} }", lacking: lacking)
            #expect(!source.contains("var traits"), "\(way)")
        }
    }

    // MARK: Injection points

    private func points(_ declaration: String, lacking: String = all, around: [String] = []) throws -> [String] {
        let source = try members(declaration, lacking: lacking, around: around)
        let lines = source.split(separator: "\n").map(String.init)
        guard let first = lines.firstIndex(where: { $0.contains(" var _injectionPoints") }) else { return [] }
        let end = lines[first...].firstIndex(of: "}") ?? lines.endIndex
        return lines[first..<end].map { String($0.drop { $0 == " " }) }
    }

    @Test("Each property that the container fills is listed with its line, and its name or key")
    func injectionPoints() throws {
        let declaration = """
            final class OrderDesk {
                @Autowired var mapper: Mapper
                @Autowired("audit")
                private var log: any Log
                @Value("server.port") var port = 8080
                @Value("server.host") var host: String
                let later = Autowired<Mapper>()
                let count = 1
                @Autowired static var all: Mapper
            }
            """
        #expect(
            try points(declaration) == [
                "nonisolated static var _injectionPoints: IOC._InjectionPoints {",
                "IOC._InjectionPoints(of: OrderDesk.self, \"Shop/Shop.swift\", [",
                "\"mapper\": .init(line: 12),",
                "\"log\": .init(line: 13, name: \"audit\"),",
                "\"port\": .init(line: 15, setting: \"server.port\", hasDefault: true),",
                "\"host\": .init(line: 16, setting: \"server.host\"),",
                "\"later\": .init(line: 17)",
                "])",
            ])
    }

    @Test(
        "Every form of a declaration that can be read is listed",
        arguments: [
            ("@Autowired(Names.audit + \"x\") var a: A", ".init(line: 12, name: Names.audit + \"x\")"),
            ("@Autowired( \"a, \\(b(\"c\"))\" ) var a: A", ".init(line: 12, name: \"a, \\(b(\"c\"))\")"),
            ("@IOC.Autowired<A>(\"n\") var a", ".init(line: 12, name: \"n\")"),
            ("@Autowired(\"n\", fileID: \"F\", line: 3) var a: A", ".init(line: 3, fileID: \"F\", name: \"n\")"),
            ("@Autowired(fileID: file) var a: A", ".init(line: 12, fileID: file)"),
            ("@Value(\"k\", live: true) var a = 1", ".init(line: 12, setting: \"k\", hasDefault: true, isLive: true)"),
            ("@Value(\"k\", live: flag) var a: Int", ".init(line: 12, setting: \"k\", isLive: flag)"),
            ("@Value(\"k\", default: 1) var a: Int", ".init(line: 12, setting: \"k\", hasDefault: true)"),
            ("@Value(wrappedValue: 1, \"k\") var a: Int", ".init(line: 12, setting: \"k\", hasDefault: true)"),
            ("let a = Autowired<A>(\"n\")", ".init(line: 12, name: \"n\")"),
            ("let a: Autowired<A> = Autowired(\"n\")", ".init(line: 12, name: \"n\")"),
            ("let a: IOC.Autowired<[A]> = .init(\"n\")", ".init(line: 12, name: \"n\")"),
            ("let a = IOC.Autowired<A>.init(\"n\", line: 7)", ".init(line: 7, name: \"n\")"),
            ("let a = Value<Int>(\"k\", default: 1)", ".init(line: 12, setting: \"k\", hasDefault: true)"),
            ("let a =\n    Value<Int>(\"k\", live: true)", ".init(line: 13, setting: \"k\", isLive: true)"),
            ("let b = 1, a = Autowired<A>()", ".init(line: 12)"),
            ("@Autowired\n@Other\nvar a: A", ".init(line: 12)"),
            ("@Other @Autowired var a: A", ".init(line: 12)"),
        ])
    func pointForms(property: String, point: String) throws {
        let found = try points("final class Shop {\n\(property)\n}")
        #expect(found.dropFirst(2).dropLast() == ["\"a\": \(point)"])
    }

    @Test(
        "A declaration that can't be read is not listed, and neither is any other property",
        arguments: [
            "@Autowired(named: \"n\") var a: A", "@Autowired(\"n\", \"m\") var a: A", "@Value var a = 1",
            "@Value(key: \"k\") var a = 1", "let a: Autowired<A>; init() { a = .init() }", "let a = make(\"n\")",
            "let (a, b) = (Autowired<A>(), Autowired<B>())", "let a = Autowired<A>", "let a = Autowired<A>().other()",
            "let a = [Autowired<A>()]", "static let a = Autowired<A>()", "let a = Box<Autowired<A>>()",
            "@Other var a: A { A() }", "let a = Autowired<A>() ?? b()",
        ])
    func noPoints(property: String) throws {
        #expect(try points("final class Shop: @unchecked Sendable {\n\(property)\n}") == [])
    }

    @Test("The list can be overridden by subclasses, and is as visible as the class")
    func pointInheritance() throws {
        let body = "{\n@Autowired var b: B\n}"
        let open = "public class Shop { public required init() {}; @Autowired var b: B }"
        #expect(try points(open).first?.hasPrefix("public nonisolated class var") == true)
        #expect(
            try points("actor Shop { @Autowired var b: B; init() {} }").first?.hasPrefix("nonisolated static") == true)
        #expect(
            try points("open class Shop: Base \(body)", lacking: "").first?.hasPrefix("open nonisolated override")
                == true)
        #expect(
            try points("final class Shop: Base \(body)", lacking: "Sendable").first
                == "nonisolated override class var _injectionPoints: IOC._InjectionPoints {")
        #expect(try points("class Shop { required init() {} }").last?.hasSuffix(", [:])") == true)
        #expect(try points("final class Shop: Base { let d = D() }", lacking: "Sendable") == [])
        #expect(try points("class Shop: Base { required init() {} }", lacking: "Sendable") == [])
        #expect(try points("struct Shop { let d: D }") == [])
        #expect(
            try points("final class Shop \(body)", around: ["public extension Mall {}"]).first?.hasPrefix("public")
                == true)
    }

    @Test("A class or property with a raw identifier is listed by its name")
    func rawPoints() throws {
        let found = try points("final class `my \"shop\"` {\n@Autowired var `a \"b\"`: B; @Autowired var `in`: C\n}")
        #expect(found.contains("IOC._InjectionPoints(of: `my \"shop\"`.self, \"Shop/Shop.swift\", ["))
        #expect(found.contains("\"a \\\"b\\\"\": .init(line: 12),") && found.contains("\"in\": .init(line: 12)"))
    }

    // MARK: Sendable

    @Test("The compiler proves that every stored property is Sendable, and the line of a failed proof says what to do")
    func proof() throws {
        let source = try members(
            """
            final class Shop {
                @Autowired var gate: any Gate & Other
                let (box, `class`) = (Box(), 1)
                let gates: [any Gate]? = nil
                static let all = 1
                var open: Bool { true }
            }
            """)
        let other = "  // If this fails, its type lacks @Component, or is not Sendable for another reason."
        #expect(
            source.hasSuffix(
                """
                private func provesSendableShop() {
                    func isSendable<Stored: Sendable & ~Copyable>(_: borrowing Stored) {}
                    isSendable(self.gate)  // If this fails, write 'protocol Gate: Sendable'.
                    isSendable(self.box)\(other)
                    isSendable(self.`class`)\(other)
                    isSendable(self.gates)  // If this fails, write 'protocol Gate: Sendable'.
                }
                """), "\(source)")
    }

    @Test("An error in an expansion has the line of the property or the class that it is about")
    func places() throws {
        let shop = Annotated(declaration: "final class Shop: Base {\n    let size = 1\n    let box = Box()\n}")
        func placed(_ role: String, _ line: Int, _ start: String) throws -> Bool {
            let source = try shop.expand(role).expandedSource ?? ""
            return source.contains("#sourceLocation(file: \"Shop.swift\", line: \(line))\n\(start)")
        }
        #expect(try placed("extension", 11, "extension X:"))
        #expect(try placed("member", 11, "        let _: Bool = common"))
        #expect(try placed("member", 13, "    isSendable(self.box)"))
    }

    @Test("The compiler proves that a superclass without the annotation is Sendable")
    func superclassProof() throws {
        let source = try members("final class Shop: Base<Item>, IOCComponent, Gate {}")
        #expect(
            source == """
                private func provesSendableShop() {
                    func inherited<Inherited: Base<Item>>(_ other: Inherited) {
                        let common = IOC._commonSuperclass(self, other)
                        let _: Bool = common  // If this fails, Base<Item> is not Sendable: write '@unchecked Sendable' after it.
                    }
                }
                """, "\(source)")
        for declaration in ["final class Shop: Base, Sendable {}", "actor Shop: Gate { init() {} }"] {
            #expect(try members(declaration) == "", "\(declaration)")
        }
        #expect(try members("final class Shop: Base {}", lacking: "Sendable") == "")
    }

    @Test(
        "Nothing is proved for what an actor protects, for a value, and for a class that states Sendable itself",
        arguments: [
            ("actor Shop { let box = Box(); init() {} }", "IOC.IOCComponent, IOC._AnnotatedComponent, Sendable"),
            ("final class Shop: @unchecked Sendable { let box = Box() }", "IOC.IOCComponent, IOC._AnnotatedComponent"),
            ("final class Shop: Sendable { let box = 1 }", "IOC.IOCComponent, IOC._AnnotatedComponent"),
            ("struct Shop { let box = Box() }", "IOC.ConstructedComponent, IOC._AnnotatedComponent, Sendable"),
        ])
    func vouched(_ declaration: String, _ conformances: String) throws {
        let annotated = Annotated(declaration: declaration)
        #expect(try annotated.extensions.hasPrefix("extension X: \(conformances) {}"))
        #expect(try !annotated.members.contains("provesSendable"))
    }

    @Test("The contents of '#if' are ignored if they store nothing")
    func conditions() throws {
        let body = "#if DEBUG\nvar size: Int { 1 }\nfunc f() { var a = 1 }\n#else\nstatic let a = 1\n#endif\n"
        #expect(try members("final class Shop {\n\(body)}") == "")
        let value = "let a = b()\n#if DEBUG\n.c()\n#endif\nlet d = 1"
        let source = try members("final class Shop {\n\(value)\n}")
        #expect(source.contains("isSendable(self.a)") && source.contains("isSendable(self.d)"))
    }

    // MARK: Conformances

    @Test(
        "A type conforms according to its initializer, and a class with subclasses to both protocols",
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
            (
                "final class Desk: Base {}",
                "extension X: IOC.IOCComponent, IOC._AnnotatedComponent, @unchecked Sendable {}  // If this fails, the "
                    + "superclass has no 'init()': declare an initializer in the class."
            ),
        ])
    func conformances(declaration: String, source: String) throws {
        #expect(try Annotated(declaration: declaration).extensions == source)
    }

    @Test("An inherited conformance is not repeated")
    func inheritedConformances() throws {
        func extensions(_ declaration: String, lacking: String) throws -> String {
            try Annotated(declaration: declaration, lacking: lacking).extensions
        }
        #expect(
            try extensions("struct Desk: Sendable {}", lacking: "ConstructedComponent, _AnnotatedComponent")
                == "extension X: IOC.ConstructedComponent, IOC._AnnotatedComponent {}")
        #expect(
            try extensions("class Desk: Base { required init(a: A) {} }", lacking: "Sendable")
                == "extension X: @unchecked Sendable {}")
        #expect(try extensions("final class Desk: Base, Sendable {}", lacking: "") == "")
    }

    @Test("The extension is as available as the class")
    func availability() throws {
        let source = try Annotated(declaration: "@available(macOS 99, *)\nfinal class Shop {}").extensions
        #expect(source.hasPrefix("@available(macOS 99, *) extension X:"))
    }

    // MARK: Mistakes

    @Test("A type with a mistake conforms nevertheless, so that the compiler reports no consequences")
    func placeholders() throws {
        let empty = Annotated(declaration: "final class Shop { var repo: Repo }")
        #expect(
            try empty.members
                == "nonisolated static var constructor: IOC.Constructor { fatalError() }\ninit(_placeholder: Never) {}")
        #expect(
            try empty.extensions
                == "extension X: IOC.ConstructedComponent, IOC._AnnotatedComponent, @unchecked Sendable {}")
        let value = Annotated(declaration: "struct Shop { @Autowired var repo: Repo }")
        #expect(try value.members == "nonisolated static var constructor: IOC.Constructor { fatalError() }")
        let sub = Annotated(declaration: "final class Shop: Base { var repo = 1 }", lacking: "Sendable")
        #expect(try sub.members == "")
        #expect(try sub.extensions == "extension X: @unchecked Sendable {}")
    }

    @Test("A type that can't be extended gets nothing")
    func nothing() throws {
        #expect(try Annotated(declaration: "struct Shop<Item> {}").extensions == "")
        #expect(try Annotated(declaration: "struct Shop<Item> {}").members == "")
    }

    @Test("Every message of a compiler is answered, an unknown one with an error")
    func messages() throws {
        func answer(_ text: String) throws -> String {
            String(decoding: try #require(PluginChannel.answer(to: Array(text.utf8))), as: UTF8.self)
        }
        #expect(
            try answer(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#)
                == #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
        let use = #"""
            {"expandAttachedMacro": {"macroRole": "ROLE", "discriminator": "$s", "attributeSyntax": {"kind": "attribute",
            "source": "@Component", "location": {"fileName": "/a.swift", "fileID": "A/a.swift", "offset": 0, "line": 1,
            "column": 1}}, "declSyntax": {"source": "\n@Component final class A {}", "location": null},
            "extendedTypeSyntax": {"source": "A"}}}
            """#
        #expect(try answer(use.replacing("ROLE", with: "extension")).contains("extension A: @unchecked Sendable {"))
        let unread = use.replacing("\\n@Component final class A {}", with: "class")
        #expect(try answer(unread).contains("@Component can't read what this compiler passes to it"))
        for unknown in ["", "[]", "{}", #"{"somethingNew": {}}"#, use.replacing("declSyntax", with: "decl"), use] {
            #expect(try answer(unknown).contains("final class Name: IOCComponent, @unchecked Sendable"), "\(unknown)")
        }
    }
}
