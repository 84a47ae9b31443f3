import IOC
import Synchronization
import Testing

@Suite("Types that decode themselves from settings")
struct DecodingTests {
    /// A key of any name.
    struct AnyKey: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringLiteral name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringLiteral: stringValue) }
        init?(intValue: Int) { nil }
    }

    /// The coding paths of a decoder, and of the containers in it.
    struct Paths: Decodable {
        let paths: [String]
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: AnyKey.self)
            var list = try members.nestedUnkeyedContainer(forKey: "list")
            let text = try members.superDecoder(forKey: "text")
            paths =
                [
                    decoder.codingPath, members.codingPath, list.codingPath, try list.superDecoder().codingPath,
                    try members.superDecoder().codingPath, text.codingPath,
                ].map { $0.map(\.stringValue).joined(separator: "/") } + [
                    try text.singleValueContainer().decode(String.self)
                ]
        }
    }

    /// The keys of an object, and which members it has and which of them are nil.
    struct Keys: Decodable {
        let all: [String]
        let has: [Bool]
        let isNil: [Bool]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            all = container.allKeys.map(\.stringValue)
            has = ["a", "none"].map { container.contains($0) }
            isNil = try ["a", "none"].map { try container.decodeNil(forKey: $0) }
        }
    }

    /// Asks only whether a value is there.
    struct Presence: Decodable {
        let isThere: Bool
        init(from decoder: any Decoder) throws { isThere = try !decoder.singleValueContainer().decodeNil() }
    }

    /// Fails with an error of its own if a member is missing or zero.
    struct Demanding: Decodable {
        struct Refusal: Error {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            guard container.contains("a") else { throw Refusal() }
            guard try container.decode(Int.self, forKey: "a") > 0 else { throw Refusal() }
        }
    }

    /// Takes an object, or does without.
    struct Undemanding: Decodable {
        var a = -1
        init(from decoder: any Decoder) throws {
            guard let members = try? decoder.container(keyedBy: AnyKey.self) else { return }
            a = try members.decode(Int.self, forKey: "a")
        }
    }

    struct Careless: Decodable {
        init(from decoder: any Decoder) throws {}
    }
    struct Box: Decodable, Equatable { var a: Int? }
    struct Two: Decodable, Equatable {
        var a: Int
        var b: Int
    }
    struct Wide: Decodable {
        var first: Int
        var second: Int?
        var box: Box?
        var lenient: Undemanding?
        var list: [Box]?
        var table: [String: Box]?
    }
    enum Mode: Decodable {
        case plain
        case sized(width: Int?)
    }

    /// A value of the setting `k`, variables, a type, and what a reader gets.
    typealias Row = (
        value: SettingValue?, variables: [String: String], type: any (Decodable & Sendable).Type, outcome: String
    )

    static let rows: [Row] = [
        // Keys are in order, in sources and in lists. A missing member and a null are nil.
        (["c": 1, "a": 2], [:], Keys.self, #"Keys(all: ["a", "c"], has: [true, false], isNil: [false, true])"#),
        ([["z": 1, "a": 2]], [:], [Keys].self, #"[Keys(all: ["a", "z"], has: [true, false], isNil: [false, true])]"#),
        (["a": 1, "none": .null], [:], Keys.self, #"Keys(all: ["a"], has: [true, false], isNil: [false, true])"#),
        ([[:], .null], [:], [Box?].self, "[Optional(Box(a: nil)), nil]"),
        // A type that only asks whether a value is there exists if there is one.
        ("x", [:], Presence?.self, "Optional(Presence(isThere: true))"),
        (["a": 1], [:], Presence?.self, "Optional(Presence(isThere: true))"),
        (.null, [:], Presence?.self, "nil"), (nil, [:], Presence?.self, "nil"),
        // A type's own error means missing if nothing was found, and a failed conversion otherwise.
        (nil, [:], Demanding?.self, "nil"), (nil, [:], Demanding.self, "setting-missing"),
        (["a": 1], [:], Demanding?.self, "Optional(Demanding())"),
        (["a": 0], [:], Demanding.self, "setting-conversion"),
        (nil, ["K_A": "1"], Demanding?.self, "Optional(Demanding())"), ([:], [:], Demanding.self, "setting-conversion"),
        (nil, ["K_A": "0"], Demanding.self, "setting-conversion"),
        (nil, ["K_A": "0"], Demanding?.self, "setting-conversion"),
        // A value of another kind is there, although the type does without it.
        (["a": 3], [:], Undemanding?.self, "Optional(Undemanding(a: 3))"), (nil, [:], Undemanding?.self, "nil"),
        ("off", [:], Undemanding?.self, "Optional(Undemanding(a: -1))"),
        ([1], [:], Undemanding?.self, "Optional(Undemanding(a: -1))"),
        // An empty object is a value for a type that needs no member.
        ([:], [:], Box.self, "Box(a: nil)"), ([:], [:], Box?.self, "Optional(Box(a: nil))"),
        ([:], [:], Careless.self, "Careless()"), (5, [:], Careless.self, "Careless()"),
        ([:], [:], [String: Int].self, "[:]"), (["plain": [:]], [:], Mode.self, "plain"),
        (["sized": [:]], [:], Mode.self, "sized(width: nil)"),
        // A missing member is a fault, also in an optional object.
        ([:], [:], Two.self, "setting-missing"), (["a": 1], [:], Two?.self, "setting-missing"),
        // A setting without a source, and a null, are absent; a variable can give a member alone.
        (nil, [:], Box?.self, "nil"), (.null, [:], Box?.self, "nil"), (nil, [:], Box.self, "setting-missing"),
        (.null, [:], Careless.self, "setting-missing"), (nil, ["K_A": "3"], Box.self, "Box(a: Optional(3))"),
        // A variable with the name of an object doesn't make the object.
        (nil, ["K": "x"], Box?.self, "nil"),
        (
            nil, ["K_FIRST": "1", "K_BOX": "x"], Wide.self,
            "Wide(first: 1, second: nil, box: nil, lenient: nil, list: nil, table: nil)"
        ),
        // Each optional member is present or absent for itself.
        (
            ["first": 1, "box": [:], "lenient": "off", "list": [[:], ["a": 1]], "table": ["x": [:]]], [:], Wide.self,
            "Wide(first: 1, second: nil, box: Optional(Box(a: nil)), lenient: Optional(Undemanding(a: -1)), "
                + #"list: Optional([Box(a: nil), Box(a: Optional(1))]), table: Optional(["x": Box(a: nil)]))"#
        ),
        (
            ["first": 1, "second": 2, "box": .null, "lenient": ["a": 5]], [:], Wide.self,
            "Wide(first: 1, second: Optional(2), box: nil, lenient: Optional(Undemanding(a: 5)), list: nil, table: nil)"
        ),
        (
            ["list": [1, 2], "text": "x"], [:], Paths.self,
            #"Paths(paths: ["k", "k", "k/list", "k/list[0]", "k/super", "k/text", "x"])"#
        ),
    ]

    @Test("A type that decodes itself finds its members in every source", arguments: rows.indices)
    func decodes(index: Int) throws {
        let row = Self.rows[index]
        let context = try ApplicationContext(
            .reading(settings: row.value.map { ["k": $0] } ?? [:], environment: row.variables))
        let outcome = context.outcome("k", as: row.type).replacing("IOCTests.DecodingTests.", with: "")
        #expect(outcome == row.outcome, "\(row.type) from \(row.value as Any) and \(row.variables)")
    }

    @Test("A default is for an absent object only; a missing member is reported by its own key")
    func defaults() throws {
        func read(_ settings: SettingValue) throws -> Two {
            try ApplicationContext(.reading(settings: settings)).setting("k", default: Two(a: 1, b: 2))
        }
        #expect(try read([:]) == Two(a: 1, b: 2) && read(["k": .null]) == Two(a: 1, b: 2))
        for (value, missing): (SettingValue, String) in [
            ([:], "k.a"), (["a": 1], "k.b"), (["b": 1], "k.a"), (["other": 1], "k.a"),
        ] {
            let error = try #require(throws: IOCError.self) { try read(["k": value]) }
            #expect(error.code == .settingMissing && error.description.contains("'\(missing)'"))
        }
        let context = try ApplicationContext(.reading(settings: ["k": [:], "table": [:]]))
        #expect(try context.setting("k", default: Box(a: 1)) == Box())
        #expect(try context.setting("table", default: ["a": 1]) == [:])
    }

    private final class Counting: SettingSource {
        let name = "counting"
        private let asked = Mutex<[String]>([])
        var all: [String] { asked.withLock(\.self) }

        func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
            asked.withLock { $0.append("\(key): \(kind)") }
            return "\(key)" == "b" ? SourcedSetting(["1"], from: "counting") : nil
        }
    }

    @Test("A source is asked once for each key and type, and learns the kind of the wanted value")
    func kinds() throws {
        let source = Counting()
        let context = try ApplicationContext(.reading().with { $0.settingSources = [source] })
        for _ in 0..<2 {
            for (key, type) in [
                ("a", Int?.self), ("b", [Bool].self), ("b", [Int].self), ("c", [String: Int]?.self),
                ("d", Duration?.self), ("e", [[Int]]?.self),
            ] as [(String, any (Decodable & Sendable).Type)] {
                #expect(!context.outcome(key, as: type).contains("setting-"))
            }
        }
        let asked = ["a: int", "b: list of bool", "b: list of int", "c: object", "d: string", "e: list of any"]
        #expect(source.all == asked)
        #expect(SettingKind.int ~= .int && !(SettingKind.int ~= .double) && SettingKind.list ~= .list(of: .int))
        #expect(SettingKind.list ~= .list && !(SettingKind.list(of: .int) ~= .list(of: .bool)))
        #expect(!(SettingKind.list(of: .int) ~= .list) && SettingKind.list(of: .list(of: .int)) == .list)
        #expect(SettingKind.list(of: .int).element == .int && SettingKind.int.element == nil)
    }

    @Test("A source answers with the object or the members below a key, and an empty key part leads nowhere")
    func trees() {
        let tree = TreeSettingSource(["b": 1, "a": ["d": 1, "c": 2]], name: "tree")
        #expect(tree.setting(at: "", as: .any) == nil && tree.setting(at: "a..c", as: .any) == nil)
        #expect(tree.members(of: SettingKey(parts: [])) == ["a", "b"] && tree.members(of: "a") == ["c", "d"])
        #expect(tree.members(of: "b") == [] && TreeSettingSource(5, name: "x").setting(at: "a", as: .any) == nil)
        let arguments = ArgumentSettingSource(["--a.b=1", "--c=2", "--a.b=3", "d=4", "--", "--e=5"])
        #expect(arguments.setting(at: "", as: .any) == nil && arguments.setting(at: "a.b", as: .any)?.value == "3")
        #expect(arguments.setting(at: "a", as: .any)?.value == ["b": "3"])
        #expect(arguments.setting(at: "c", as: .any)?.origin == "the argument --c")
    }
}
