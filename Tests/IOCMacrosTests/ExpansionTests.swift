import FoundationEssentials
import Testing

@testable import IOCMacroExpansion

@Suite("What @Component adds")
struct ExpansionTests {
    @Test("The traits of the annotation, as visible as the class")
    func traits() {
        func traits(_ declaration: String, _ annotation: String, around: [String] = []) -> String {
            Annotated(declaration: declaration, annotation: annotation, around: around).member.source
        }
        #expect(traits("final class Shop {}", "@Component") == "")
        #expect(
            traits("final class Shop {}", "@Component(\"a\", .scope(.prototype))")
                == "nonisolated static var traits: [IOC.ComponentTrait] {\n    [.named(\"a\"), .scope(.prototype)]\n}")
        #expect(
            traits("open class Shop { public required init() {} }", "@Component").hasPrefix(
                "open nonisolated class var traits"))
        #expect(
            traits("package final class Shop { package init() {} }", "@Component(.lazy)").hasPrefix(
                "package nonisolated"))
        #expect(
            traits("final class Shop {}", "@Component(.lazy)", around: ["public extension Mall {}"])
                .hasPrefix("public nonisolated static"))
        #expect(traits("final class Shop { static let traits: [T] = [] }", "@Component") == "")
        #expect(
            !traits("class Shop { class var traits: [T] { [] }; required init() {} }", "@Component").contains("traits"))
    }

    @Test("A subclass of an annotated class overrides, and without arguments inherits")
    func subclass() {
        var sub = Annotated(declaration: "final class Shop: Base {}", lacking: "Sendable")
        #expect(sub.member.source == "")
        sub.declaration = "class Shop: Base { required init() {} }"
        #expect(sub.member.source == "")
        sub.declaration = "final class Shop: Base {}"
        sub.annotation = "@Component(.lazy)"
        #expect(sub.member.source.hasPrefix("nonisolated override class var traits"))
        sub.lacking = "_AnnotatedComponent"
        #expect(sub.member.source.hasPrefix("nonisolated static var traits"))
        #expect(sub.member.source.contains("hasNoSuperclass<Super: Base>"))
        // So does what a protocol brings, of either kind.
        for way in ["IOCComponent", "ConstructedComponent"] {
            sub.declaration = "class Shop: Step { required init() {} }"
            sub.annotation = "@Component"
            sub.lacking = "\(way), _AnnotatedComponent, Sendable"
            #expect(!sub.member.source.contains("var traits"), "\(way)")
        }
    }

    @Test("What the container can't make conforms to nothing")
    func obstacles() {
        for declaration in ["struct Shop<Item> {}", "final class Shop { init(a: A) {}; init(b: B) {} }"] {
            #expect(Annotated(declaration: declaration).extension.source == "")
        }
    }

    @Test("The lines of the properties that the container fills, where a subclass can override them")
    func propertyLines() {
        func lines(_ declaration: String, lacking: String = Self.all) -> String {
            let lines = Annotated(declaration: declaration, lacking: lacking).member.source.split(separator: "\n")
            guard let first = lines.firstIndex(where: { $0.hasSuffix("_propertyLines: IOC._PropertyLines {") }) else {
                return ""
            }
            return lines[first...first + 1].map(\.trimmed).joined(separator: " ")
        }
        let body = "{\n@Autowired var b: B\n\n@Autowired(\"x\")\nvar `a`: A; static let c = C()\nlet d = D() }"
        #expect(lines("final class Shop \(body)").hasSuffix(##"("Shop/Shop.swift", [#"b"#: 12, #"a"#: 14])"##))
        #expect(lines("final class Shop \(body)").hasPrefix("nonisolated static var"))
        let line = "@Autowired var c: C; @Autowired var a: A; @Value(\"x\") var b: B"
        #expect(
            lines("final class Shop {\n\(line)\n\n@Autowired var _0: Z; @Autowired var z: Z }")
                .hasSuffix(##"[#"a"#: 12, #"b"#: 12, #"c"#: 12, #"_0"#: 14, #"z"#: 14])"##))
        let open = "public class Shop {\npublic required init() {}\n@Autowired var b: B }"
        #expect(
            lines(open) == ##"public nonisolated class var _propertyLines: IOC._PropertyLines { "##
                + ##"("Shop/Shop.swift", [#"b"#: 13])"##)
        #expect(lines("actor Shop \(body)").hasPrefix("nonisolated static var"))
        #expect(
            lines("final class Shop: Base \(body)", lacking: "Sendable").hasPrefix("nonisolated override class var"))
        #expect(lines("class Shop { required init() {} }").hasSuffix("[:])"))
        #expect(lines("final class Shop { let d = D() }") == "")
        #expect(lines("final class Shop: Base { let d = D() }", lacking: "Sendable") == "")
        #expect(lines("class Shop: Base { required init() {} }", lacking: "Sendable") == "")
        #expect(lines("struct Shop { let d: D }") == "")
        #expect(lines("final class Shop { @Autowired static var a: A }") == "")
    }

    @Test("A proof for everything the instances store, under its condition")
    func proof() {
        let source = Annotated(
            declaration: """
                final class Shop: Base {
                    @Autowired var gate: any Gate
                    let (box, `class`) = (Box(), 1)
                    static let all = 1
                    var open: Bool { true }
                    #if DEBUG
                    let log = Log()
                    var count = 0
                    #endif
                }
                """
        ).member.source
        #expect(source.contains("\nprivate func provesSendableShop() {"))
        let lines = source.split(separator: "\n").map { $0.trimmed }
        #expect(lines.contains("func hasNoSuperclass<Super: Base>(_: Super) where Super: IOC._NoSuperclass {}"))
        let proofs = lines.filter { $0.hasPrefix("isSendable") || $0.hasPrefix("#") }.map { $0.prefix { $0 != " " } }
        #expect(
            proofs == [
                "isSendable(self.gate)", "isSendable(self.box)", "isSendable(self.`class`)", "#if",
                "isSendable(self.log)",
                "#error(\"'count'", "#endif",
            ])
    }

    @Test(
        "What a superclass must be is proved as far as the compiler has not said it",
        arguments: [
            ("final class Shop: Base {}", ".lazy", "_AnnotatedComponent", "conforms by hand"),
            ("final class Shop: Base, Sendable {}", ".lazy", "_AnnotatedComponent", "conforms by hand"),
            ("final class Shop: Base {}", "", "_AnnotatedComponent, Sendable", "is not Sendable: make it so"),
            ("final class Shop: Base {}", "", "_AnnotatedComponent", "is not Sendable; a protocol"),
            ("final class Shop: Base {}", ".lazy", all, "is not Sendable: make it so"),
            ("final class Shop: Base {}", ".lazy", "IOCComponent, _AnnotatedComponent", "is not Sendable; a protocol"),
            ("final class Shop: Base, Sendable {}", ".lazy", all, nil), ("final class Shop: Base {}", ".lazy", "", nil),
            ("actor Shop: Base { init() {} }", ".lazy", "_AnnotatedComponent", nil),
            ("final class Shop {}", "", all, nil),
            ("final class Shop: IOCComponent {}", "", "_AnnotatedComponent, Sendable", nil),
            ("final class Shop: IOC.IOCComponent {}", "", "_AnnotatedComponent, Sendable", nil),
            ("final class Shop: NSObject {}", "", all, nil), ("final class Shop: AnyObject {}", "", all, nil),
        ] as [(String, String, String, String?)])
    func superclass(declaration: String, traits: String, lacking: String, says: String?) {
        let source = Annotated(
            declaration: declaration, annotation: traits.isEmpty ? "@Component" : "@Component(\(traits))",
            lacking: lacking
        ).member.source
        let comments = source.split(separator: "\n").filter { $0.contains("// If this fails, the superclass") }
        #expect(comments.count == (says == nil ? 0 : 1), "\(source)")
        #expect(says == nil || comments.first?.contains("the superclass \(says ?? "")") == true, "\(source)")
    }

    private static let all = "IOCComponent, ConstructedComponent, _AnnotatedComponent, Sendable"

    @Test("What is stored is proved, with or without conditions around it, and conditions alone prove nothing")
    func conditions() {
        func source(_ body: String) -> String { Annotated(declaration: "final class Shop { \(body) }").member.source }
        #expect(
            source("let box = Box()").contains(
                "    isSendable(self.box)  // If this fails, its type lacks @Component, or is not Sendable otherwise.\n"
            ))
        #expect(
            source("\n#if DEBUG\nvar size = 1\n#endif\n").contains("    #error(\"'size' is a variable that threads"))
        #expect(source("\n#if DEBUG\nvar size: Int { 1 }\n#else\nstatic let a = 1\n#endif\n") == "")
    }

    @Test(
        "No proof where the compiler, an actor or the author vouches",
        arguments: [
            (
                "actor Shop { let box = Box(); init() {} }",
                "extension X: IOC.IOCComponent, IOC._AnnotatedComponent, Sendable {}"
            ),
            (
                "final class Shop: @unchecked Sendable { let box = Box() }",
                "extension X: IOC.IOCComponent, IOC._AnnotatedComponent {}"
            ),
            (
                "final class Shop: Sendable { let box = 1 }",
                "extension X: IOC.IOCComponent, IOC._AnnotatedComponent {}"
            ),
        ])
    func vouched(_ declaration: String, _ source: String) {
        #expect(Annotated(declaration: declaration).extension.source == source)
        #expect(Annotated(declaration: declaration).member.source == "")
    }

    @Test("What a value stores is the compiler's to prove")
    func values() {
        for declaration in ["struct Shop { let box: Box }", "enum Shop { case a; init(box: Box) { self = .a } }"] {
            #expect(!Annotated(declaration: declaration).member.source.contains("provesSendable"))
        }
    }

    @Test("The extension is as available as the class")
    func availability() {
        let source = Annotated(declaration: "@available(macOS 99, *)\nfinal class Shop {}").extension.source
        #expect(source.hasPrefix("@available(macOS 99, *)\nextension X:"))
    }

    @Test("The extension is as available as the class under the same conditions, and has no other attribute of theirs")
    func conditionalAvailability() {
        let declaration = """
            #if os(macOS) // the newest
            @available(macOS 99, *) @MainActor
            #elseif !os(Linux)
            @objc
            #if DEBUG && os(iOS)
            @available(iOS 99, *)
            #endif
            #else
            @available(*, deprecated)
            #endif
            #if DEBUG
            @objc
            #endif
            final class Shop {}
            """
        let conditions = """
            #if os(macOS)
            @available(macOS 99, *)
            #elseif !os(Linux)
            #if DEBUG && os(iOS)
            @available(iOS 99, *)
            #endif
            #else
            @available(*, deprecated)
            #endif
            extension X:
            """
        #expect(Annotated(declaration: declaration).extension.source.hasPrefix(conditions))
    }

    @Test("A compiler's messages are answered, also those that nobody knows")
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
        let injected = use.replacing("{\"macroRole\"", with: #"{"macro": {"typeName": "Injected"}, "macroRole""#)
            .replacing("\\n@Component final class A {}", with: "@Injected let a: A")
            .replacing(
                #""extendedTypeSyntax": {"source": "A"}"#, with: #""lexicalContext": [{"source": "class A {}"}]"#)
        #expect(try answer(injected).contains("a constant needs no '@Injected'"))
        let unread = use.replacing("\\n@Component final class A {}", with: "class")
        #expect(try answer(unread).contains("@Component can't read the declaration behind it"))
        for unknown in ["", "[]", "{}", #"{"somethingNew": {}}"#, use.replacing("declSyntax", with: "decl"), use] {
            #expect(try answer(unknown).contains("final class Name: IOCComponent, @unchecked Sendable"), "\(unknown)")
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(self).trimmed }
}
