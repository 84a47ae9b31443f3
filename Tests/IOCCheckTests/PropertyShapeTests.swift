import IOCSource
import Testing

@testable import IOCCheck

@Suite("What a property's type is decoded from")
struct PropertyShapeTests {
    @Test(
        "A type that the checker knows as the compiler does, and no other",
        arguments: [
            ("Int", "Int"), ("Swift.Int", "Int"), ("FoundationEssentials.UUID", "UUID"), ("IOC.ByteSize", "ByteSize"),
            ("Int?", "Optional<Int>"), ("[Int]", "Array<Int>"), ("[String: [Bool]]", "Dictionary<String, Array<Bool>>"),
            ("[Int: Int]", nil), ("Secret<String?>", "Secret<Optional<String>>"), ("Secret", nil),
            ("Secret<Int, Int>", nil), ("IOC.Secret<Int>", "Secret<Int>"), ("Set<Int>", "Set<Int>"),
            ("Set<[Int]>", "Set<Array<Int>>"), ("Set", nil), ("Set<Int, Int>", nil), ("Set<Secret<Own>>", nil),
            ("Int<Int>", nil), ("Shop.Int", nil), ("Swift.Deep.Int", nil), ("Deep.Swift.Int", nil), ("() -> Int", nil),
            ("(Int, Int)", nil), ("Own", nil), ("Own?", nil), ("[Own]", nil), ("Secret<Own>", nil), ("Character", nil),
        ] as [(String, String?)])
    func known(text: String, expected: String?) {
        let found = PropertyTypes.type(TypeSyntax(text), isForeign: { $0.last?.name != "Own" })
        #expect(found.map { "\($0)" } == expected)
    }

    @Test("A set, a secret and a plain type of the project's own are none of the checker's")
    func own() {
        for text in ["Int", "Set<Int>", "Secret<Int>"] {
            #expect(PropertyTypes.type(TypeSyntax(text), isForeign: { _ in false }) == nil)
        }
        #expect(PropertyTypes.type(TypeSyntax("Set<Int>"), isForeign: { $0.last?.name != "Set" }) == nil)
    }

    private static let source = """
        import Elsewhere
        struct Plain: Decodable {
            static let shared = 1
            static var total = 1
            let z: Int
            let fixed = 2
            var computed: Int { 3 }
            var a: Int
            var b: String?
            var d = 5
            var e = "x"
            var f = 1.5
            var g = true
            var h: [Other]
            var i: Inner
            struct Inner: Codable { var x: Mode }
        }
        struct Untyped: Decodable { var a = make() }
        struct Wrapped: Decodable { @Wrapper var a: Int }
        struct Lazy: Decodable { lazy var a: Int = 1 }
        struct Weak: Decodable { weak var a: Other? }
        struct Conditional: Decodable {
            #if FLAG
            var a: Int
            #endif
        }
        struct Other {}
        struct Decoding: Decodable { var a: Int; init(from decoder: any Decoder) throws { a = 1 } }
        struct DecodingElsewhere: Decodable { var a: Int }
        extension DecodingElsewhere { init(from decoder: any Decoder) throws { a = 1 } }
        struct Raw: Decodable { var a: Int; init(rawValue: Int) {} }
        struct Initializing: Decodable { var a: Int; init(a: Int) {} }
        struct Keys: Decodable { var a: Int; enum CodingKeys: String, CodingKey { case a = "b" } }
        struct AliasedKeys: Decodable { var a: Int; typealias CodingKeys = Named }
        struct OtherKeys: Decodable { var a: Int; enum Names { case a }; typealias Name = Int }
        struct Generic<T>: Decodable { var a: Int }
        struct Strange: Decodable, Elsewhere.Odd { var a: Int }
        struct Tree: Decodable { var a: [Tree]; var b: [String: [Tree]]; var c: Int }
        struct Vine: Decodable { var a: [Secret<Vine>]; var b: Int }
        struct Node: Decodable { var next: Node? }
        struct Grove: Decodable { var a: Set<Grove>; var b: Secret<Mode> }
        class Object: Decodable { var a: Int }
        #if FLAG
        struct Flagged: Decodable { var a: Int }
        #endif
        #if FLAG
        struct Branched: Decodable { var a: Int }
        #else
        struct Branched: Decodable { var b: Int }
        #endif
        #if FLAG
        struct FlaggedEmpty: Decodable { static let one = 1; var two: Int { 2 } }
        #endif
        #if FLAG
        struct EmptyOrWords { static let one = 1 }
        #else
        enum EmptyOrWords: String { case a }
        #endif
        extension EmptyOrWords: Decodable {}
        #if FLAG
        enum WordsOrEmpty: String { case a }
        #else
        struct WordsOrEmpty {}
        #endif
        extension WordsOrEmpty: Decodable {}
        #if FLAG
        struct Around { struct Within: Decodable {} }
        #else
        enum Around { enum Within: String, Decodable { case a } }
        #endif
        struct Holder: Decodable { var part: EmptyOrWords; var whole: Int }
        enum Mode: String, Decodable, CaseIterable { case fast, slow = "sl ow" }
        enum Open: String, Decodable { case one = 1, two }
        enum Level: Int, Decodable { case low, mid = 4, high, top = 9 }
        enum Negative: Int, Decodable { case low = -2, next }
        enum Full: Int, Decodable { case last = 9223372036854775807, over }
        enum Whole: Int, Decodable { case last = 9223372036854775807 }
        enum Computed: Int, Decodable { case a = 1.5 }
        enum Letter: Character, Decodable { case a }
        enum Bare: Decodable { case a }
        enum Empty: String, Decodable {}
        enum Some: String, Decodable {
            case a
            #if FLAG
            case b
            #endif
        }
        enum Unread: String { case a }
        """

    private static func shown(_ shape: PropertyShape) -> String {
        switch shape {
        case .plain(let type): return "\(type)"
        case .optional(let inner): return "\(shown(inner))?"
        case .words(let words):
            let list =
                switch words.kind {
                case .texts(let texts): "\(texts)"
                case .numbers(let numbers): "\(numbers)"
                }
            return "\(words.typeName)\(words.isListed ? " listed" : "") \(list)"
        case .members(let members):
            return "{" + members.map { "\($0.name): \(shown($0.shape))" }.joined(separator: ", ") + "}"
        case .list(let element): return "[\(shown(element))]"
        case .secret(let inner): return "<\(shown(inner))>"
        case .table(let value): return "[String: \(shown(value))]"
        case .anything: return "anything"
        }
    }

    @Test("What leaves its decoding to the compiler is known member by member and case by case, and nothing else is")
    func shapes() throws {
        let graph = try typeGraph([("Shop", Self.source)])
        func shape(_ text: String) -> String { Self.shown(PropertyShape(graph.canonical(text), file: 0, graph)) }
        let mode = #"Shop.Mode listed ["fast", "sl ow"]"#
        #expect(
            shape("Plain")
                == "{z: Int, a: Int, b: Optional<String>, d: Int, e: String, f: Double, g: Bool, h: anything, i: {x: \(mode)}}"
        )
        #expect(shape("Plain?").hasSuffix("}?") && shape("Int?") == "Optional<Int>" && shape("Other?") == "anything?")
        for name in [
            "Untyped", "Wrapped", "Lazy", "Weak", "Conditional", "Other", "Decoding", "DecodingElsewhere", "Raw",
            "Keys",
            "AliasedKeys", "Generic<Int>", "Strange", "Object", "Flagged", "Branched", "Open", "Full", "Computed",
            "Letter",
            "FlaggedEmpty", "EmptyOrWords", "WordsOrEmpty", "Around.Within", "Bare", "Empty", "Some", "Unread",
            "Nobody", "(Int, Int)", "[Other]", "[String: Other?]", "[Int: Mode]",
        ] {
            #expect(shape(name) == "anything", "\(name)")
        }
        #expect(shape("Secret<Mode>") == "<\(mode)>" && shape("IOC.Secret<Mode?>?") == "<\(mode)?>?")
        #expect(shape("Set<Mode>") == "[\(mode)]" && shape("Secret<Swift.Set<Mode>>") == "<[\(mode)]>")
        for name in ["Secret<Other>", "Set<Other>", "Set<Secret<Other?>>", "Secret<Mode, Mode>", "Box<Mode>"] {
            #expect(shape(name) == "anything", "\(name)")
        }
        #expect(shape("Grove") == "{a: anything, b: <\(mode)>}")
        #expect(shape("Holder") == "{part: anything, whole: Int}")
        #expect(shape("Initializing") == "{a: Int}" && shape("OtherKeys") == "{a: Int}")
        #expect(shape("Mode") == mode && shape("Level") == "Shop.Level [0, 4, 5, 9]")
        #expect(shape("Negative") == "Shop.Negative [-2, -1]" && shape("Whole") == "Shop.Whole [9223372036854775807]")
        #expect(shape("[Initializing]") == "[{a: Int}]" && shape("[[String: Mode]?]") == "[[String: \(mode)]?]")
        #expect(shape("Tree") == "{a: anything, b: anything, c: Int}" && shape("[Tree]") == "[\(shape("Tree"))]")
        #expect(shape("Vine") == "{a: anything, b: Int}")
        let deep = shape("Node")
        #expect(deep.count(where: { $0 == "{" }) == 16 && deep.contains("{next: anything?}"))
    }

    @Test("A secret and a set of the project's own are read by their own code, whatever they hold")
    func ownContainers() throws {
        let graph = try typeGraph([
            (
                "Shop",
                """
                enum Mode: String, Decodable { case fast }
                struct Secret<T>: Decodable { var a: Int }
                struct Set<T>: Decodable { var a: Int }
                """
            )
        ])
        for name in ["Secret<Mode>", "Set<Mode>", "Secret<Int>", "Set<Int>"] {
            #expect(Self.shown(PropertyShape(graph.canonical(name), file: 0, graph)) == "anything", "\(name)")
        }
    }
}
