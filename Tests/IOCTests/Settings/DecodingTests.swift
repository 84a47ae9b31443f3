import IOC
import Synchronization
import Testing

/// A key of any name.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// Notes the coding path of each decoder and container.
private struct Paths: Decodable, Sendable {
    var paths: [String] = []

    init(from decoder: any Decoder) throws {
        func path(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: "/") }
        let members = try decoder.container(keyedBy: AnyKey.self)
        var list = try members.nestedUnkeyedContainer(forKey: AnyKey("list"))
        paths = [path(decoder.codingPath), path(members.codingPath), path(list.codingPath)]
        paths.append(path(try list.superDecoder().codingPath))
        paths.append(path(try members.superDecoder().codingPath))
        let text = try members.superDecoder(forKey: AnyKey("text"))
        paths.append("\(path(text.codingPath)) \(try text.singleValueContainer().decode(String.self))")
    }
}

private struct Keys: Decodable, Sendable {
    var all: [String] = []
    var has: [Bool] = []
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        all = container.allKeys.map(\.stringValue)
        has = ["a", "none"].map { container.contains(AnyKey($0)) }
        _ = try container.decode(Int.self, forKey: AnyKey("a"))
    }
}

private struct Nils: Decodable, Sendable {
    var members: [Bool] = []
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        members = try ["a", "none"].map { try container.decodeNil(forKey: AnyKey($0)) }
    }
}

/// Asks only whether a value is there.
private struct Presence: Decodable, Sendable {
    let isThere: Bool
    init(from decoder: any Decoder) throws { isThere = try !decoder.singleValueContainer().decodeNil() }
}

/// Fails with an error of its own if a member is missing.
private struct Demanding: Decodable, Sendable {
    struct Refusal: Error {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        guard container.contains(AnyKey("level")) else { throw Refusal() }
        guard try container.decode(Int.self, forKey: AnyKey("level")) > 0 else { throw Refusal() }
    }
}

/// Takes an object, or does without.
private struct Undemanding: Decodable, Sendable {
    var level = -1

    init(from decoder: any Decoder) throws {
        guard let members = try? decoder.container(keyedBy: AnyKey.self) else { return }
        level = try members.decode(Int.self, forKey: AnyKey("level"))
    }
}

/// Asks for one member, and does without it.
private struct Lenient: Decodable, Sendable {
    var a: Int
    init(from decoder: any Decoder) throws {
        a = (try? decoder.container(keyedBy: AnyKey.self).decode(Int.self, forKey: AnyKey("a"))) ?? 0
    }
}

private struct Box: Decodable, Sendable { var a: Int? }
private struct Outer: Decodable, Sendable {
    var first: Int
    var inner: Box?
}
private struct Wide: Decodable, Sendable {
    var first: Int
    var second: Int?
    var third: Int?
    var box: Lenient?
    var other: Lenient?
    var none: Lenient?
}

@Suite("Types that decode themselves from settings")
struct DecodingTests {
    private func read<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, _ settings: SettingValue = [:], environment: [String: String] = [:]
    ) throws -> Wanted {
        try ApplicationContext(.reading(settings: settings, environment: environment)).setting(key, as: type)
    }

    private func code<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, _ settings: SettingValue = [:], environment: [String: String] = [:]
    ) throws -> IOCError.Code {
        try #require(throws: IOCError.self) { try read(type, at: key, settings, environment: environment) }.code
    }

    @Test("Each decoder and container has the path of its key")
    func paths() throws {
        let found = try read(Paths.self, at: "a.b", ["a": ["b": ["list": [1, 2], "text": "x"]]])
        #expect(found.paths == ["a/b", "a/b", "a/b/list", "a/b/list[0]", "a/b/super", "a/b/text x"])
    }

    @Test("An object's keys are listed in order, in sources and inside lists")
    func keys() throws {
        let one = try read(Keys.self, at: "one", ["one": ["c": 1, "a": 2, "b": 3]])
        #expect(one.all == ["a", "b", "c"] && one.has == [true, false])
        let list = try read([Keys].self, at: "list", ["list": [["z": 1, "a": 2, "m": 3]]])
        #expect(list.map(\.all) == [["a", "m", "z"]] && list.map(\.has) == [[true, false]])
    }

    @Test("A missing member and a null are nil; an empty object in a list is not")
    func nils() throws {
        #expect(try read(Nils.self, at: "one", ["one": ["a": 1, "none": .null]]).members == [false, true])
        let list = try read([Box?].self, at: "list", ["list": [[:], .null]])
        #expect(list.count == 2 && list[0] != nil && list[1] == nil)
    }

    @Test("A type that only asks whether a value is there exists if there is one")
    func presence() throws {
        let settings: SettingValue = ["text": "x", "object": ["a": 1], "null": .null]
        #expect(try read(Presence?.self, at: "text", settings)?.isThere == true)
        #expect(try read(Presence?.self, at: "object", settings)?.isThere == true)
        #expect(try read(Presence?.self, at: "null", settings) == nil)
        #expect(try read(Presence?.self, at: "none", settings) == nil)
    }

    @Test("A type's own error means missing if nothing was found, and a failed conversion otherwise")
    func ownErrors() throws {
        #expect(try read(Demanding?.self, at: "d") == nil)
        #expect(try code(Demanding.self, at: "d") == .settingMissing)
        #expect(try read(Demanding?.self, at: "d", ["d": ["level": 1]]) != nil)
        #expect(try read(Demanding?.self, at: "d", environment: ["D_LEVEL": "1"]) != nil)
        #expect(try code(Demanding.self, at: "d", ["d": ["level": 0]]) == .settingConversion)
        #expect(try code(Demanding.self, at: "d", ["d": [:]]) == .settingConversion)
        #expect(try code(Demanding.self, at: "d", environment: ["D_LEVEL": "0"]) == .settingConversion)
        #expect(try code(Demanding?.self, at: "d", environment: ["D_LEVEL": "0"]) == .settingConversion)
    }

    @Test("A value of another kind, which a type does without, is there all the same")
    func undemanding() throws {
        let settings: SettingValue = ["object": ["level": 3], "text": "off", "list": [1]]
        #expect(try read(Undemanding?.self, at: "object", settings)?.level == 3)
        #expect(try read(Undemanding?.self, at: "text", settings)?.level == -1)
        #expect(try read(Undemanding?.self, at: "list", settings)?.level == -1)
        #expect(try read(Undemanding?.self, at: "none", settings) == nil)
    }

    @Test("Each optional member is present or absent for itself")
    func optionalMembers() throws {
        let settings: SettingValue = [
            "all": ["first": 1, "second": 2, "third": 3, "box": ["b": 1], "other": ["a": 5]],
            "some": ["first": 1, "third": 3, "box": ["a": 2], "other": .null],
        ]
        let all = try read(Wide.self, at: "all", settings)
        #expect(all.second == 2 && all.third == 3 && all.box?.a == 0 && all.other?.a == 5)
        let some = try read(Wide.self, at: "some", settings)
        #expect(some.second == nil && some.third == 3 && some.box?.a == 2 && some.other == nil && some.none == nil)
    }

    @Test("A variable with the name of an object doesn't make the object")
    func variableOfObject() throws {
        let environment = ["OUTER_FIRST": "1", "OUTER_INNER": "x", "INNER": "x"]
        let outer = try read(Outer.self, at: "outer", environment: environment)
        #expect(outer.first == 1 && outer.inner == nil)
        #expect(try read(Box?.self, at: "inner", environment: environment) == nil)
    }

    private final class Counting: SettingSource {
        let name = "counting"
        private let asked = Mutex(0)
        var count: Int { asked.withLock { $0 } }

        func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
            asked.withLock { $0 += 1 }
            return key == "number" ? SourcedSetting(5, from: "somewhere") : nil
        }
    }

    @Test("A context asks a source once for each key and type, and keeps the converted value")
    func askedOnce() throws {
        let source = Counting()
        let context = try ApplicationContext(.reading().with { $0.settingSources = [source] })
        for _ in 0..<3 { #expect(try context.setting("number", as: Int.self) == 5) }
        #expect(source.count == 1)
        for _ in 0..<3 { #expect(try context.setting("number", as: Double.self) == 5) }
        #expect(source.count == 2)
    }

    final class Confused: IOCComponent, SettingConverter {
        func converts(to type: Any.Type) -> Bool { type == Box.self }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { 5 }
    }

    @Test("A converter that makes a value of another type is a fault")
    func confusedConverter() throws {
        let context = try ApplicationContext(.reading(Confused.self, settings: ["color": "red"]))
        let error = try #require(throws: IOCError.self) { try context.setting("color", as: Box.self) }
        #expect("\(error)".contains("a value that Confused makes one of"))
        #expect(try context.setting("none", as: Box?.self) == nil)
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

    @Test("A pattern of a kind matches itself, and that of lists matches lists of anything")
    func kinds() {
        #expect(SettingKind.int ~= .int && !(SettingKind.int ~= .double) && SettingKind.list ~= .list(of: .int))
        #expect(SettingKind.list ~= .list && !(SettingKind.list(of: .int) ~= .list(of: .bool)))
        #expect(!(SettingKind.list(of: .int) ~= .list) && SettingKind.list(of: .list(of: .int)) == .list)
        #expect(SettingKind.list(of: .int).element == .int && SettingKind.int.element == nil)
    }
}
