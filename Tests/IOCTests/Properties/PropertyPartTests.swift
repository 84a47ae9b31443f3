import FoundationEssentials
import IOCBase
import IOCModel
import Testing

@testable import IOCConfiguration

private final class Counting: PropertySource {
    let name = "counting"
    private let asked = Guarded(0)
    var count: Int { asked.withLock { $0 } }

    func property(at key: PropertyKey, as kind: PropertyKind) -> SourcedProperty? {
        asked.withLock { $0 += 1 }
        return key == "number" ? SourcedProperty(5, from: "somewhere", isSecret: true) : nil
    }

    func members(of key: PropertyKey) -> [String] { [] }
}

private final class Whole: PropertySource {
    let name = "whole"

    func property(at key: PropertyKey, as kind: PropertyKind) -> SourcedProperty? {
        key == "box" ? SourcedProperty(["a": 1], from: "somewhere", isSecret: true) : nil
    }

    func members(of key: PropertyKey) -> [String] { key == "box" ? ["a"] : [] }
}

private enum Mode: String, CaseIterable, Decodable, Sendable { case fast, slow }
private struct Box: Decodable, Sendable { var a: Int? }
private struct Nils: Decodable, Sendable {
    var members: [Bool] = []
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        members = try ["a", "none"].map { try container.decodeNil(forKey: AnyCodingKey($0)) }
        _ = try container.decode(Int.self, forKey: AnyCodingKey("a"))
    }
}
private struct Outer: Decodable, Sendable {
    var first: Int
    var inner: Box?
}
private struct Wide: Decodable, Sendable {
    var first: Int
    var second: Int?
    var third: Int?
    var fourth: Int?
    var box: Lenient?
    var other: Lenient?
    var none: Lenient?
}
/// Asks for one member, and makes do without it.
private struct Lenient: Decodable, Sendable {
    var a: Int
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        a = (try? container.decode(Int.self, forKey: AnyCodingKey("a"))) ?? 0
    }
}
/// Refuses what it finds, and quotes it.
private struct Quoting: Decodable, Sendable {
    struct Refused: Error { var text: String }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        let text = try container.decode(String.self, forKey: AnyCodingKey("token"))
        let plain = try container.decode(String.self, forKey: AnyCodingKey("plain"))
        if text == "bad" || plain == "bad" { throw Refused(text: text) }
    }
}
private struct Single: Decodable, Sendable {
    var isNil = false
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        isNil = container.decodeNil()
        if !isNil { _ = try container.decode(Int.self) }
    }
}

private struct Keys: Decodable, Sendable {
    var all: [String] = []
    var has: [Bool] = []
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        all = container.allKeys.map(\.stringValue)
        has = ["a", "nobody"].map { container.contains(AnyCodingKey($0)) }
        _ = try container.decode(Int.self, forKey: AnyCodingKey("a"))
    }
}

@Suite("Properties, part by part")
struct PropertyPartTests {
    @Test("Overrides are laid down in the order of their keys, so that a deeper one is not lost")
    func overrides() throws {
        let store = propertyStore { $0.overrides = ["a": 1, "a.b": 2, "c.d": 3] }
        #expect(try store.whole("a.b").value == 2 && store.whole("c").value == ["d": 3])
        let long = String(repeating: "x", count: 1100)
        let faulty = propertyStore { $0.overrides = ["b" + long: 1, "a" + long: 2] }
        #expect(faulty.faults.map { $0.headline.contains("'a") } == [true, false])
        let both = propertyStore {
            $0.overrides = ["b" + long: 1]
            $0.arguments = ["--a" + long + "=1", "--=2"]
        }
        #expect(both.faults.map(\.code) == [.propertyKeyTooLong, .propertyKeyTooLong, .argumentMalformed])
        #expect(
            both.faults.map { $0.location ?? "" }.prefix(2) == [
                "ContextConfiguration.overrides in code", "the arguments in code",
            ])
    }

    @Test("A tree is parted into what another one says too and what it does not, member by member")
    func split() {
        let old: PropertyValue = ["a": 1, "b": ["c": 2, "d": 3], "e": ["f": 4], "l": [1]]
        let new: PropertyValue = ["a": 1, "b": ["c": 2, "d": 5, "g": 6], "e": 7, "l": [2], "n": ["o": 8]]
        let (same, different) = new.split(by: old)
        #expect(same == ["a": 1, "b": ["c": 2]])
        #expect(different == ["b": ["d": 5, "g": 6], "e": 7, "l": [2], "n": ["o": 8]])
        #expect(PropertyValue.int(1).split(by: 1) == (1, [:]) && PropertyValue.int(1).split(by: 2) == ([:], 1))
        #expect(
            PropertyValue.int(1).split(by: [:]) == ([:], 1) && PropertyValue.object([:]).split(by: [:]) == ([:], [:]))
        #expect(new.leafKeys == ["a", "b.c", "b.d", "b.g", "e", "l", "n.o"])
    }

    @Test("A source is asked once for what it gives, and a key that says nothing is nobody's")
    func sources() throws {
        let source = Counting()
        let store = propertyStore { $0.propertySources = [source] }
        for _ in 0..<3 { #expect(try store.read(Int.self, at: "number", for: nil, default: nil) == 5) }
        #expect(source.count == 1)
        for _ in 0..<3 {
            #expect(try store.read(Double.self, at: "number", for: nil, default: nil) == 5)
            #expect(try store.read(Int.self, at: "number", for: nil, default: nil) == 5)
            #expect(try store.read(Int?.self, at: "none", for: nil, default: nil) == nil)
        }
        #expect(source.count == 3, "once for each type")
        let tree = TreePropertySource(["b": 1, "a": ["d": 1, "c": 2]], name: "tree")
        #expect(tree.property(at: "", as: .any) == nil && tree.property(at: "a..c", as: .any) == nil)
        #expect(tree.members(of: PropertyKey(parts: [])) == ["a", "b"] && tree.members(of: "a") == ["c", "d"])
        #expect(tree.members(of: "b") == [] && TreePropertySource(5, name: "x").property(at: "a", as: .any) == nil)
        let arguments = ArgumentPropertySource(["--a.b=1", "--c=2", "--a.b=3", "d=4", "--", "--e=5"])
        #expect(arguments.property(at: "", as: .any) == nil && arguments.property(at: "a.b", as: .any)?.value == "3")
        #expect(arguments.keys == ["a.b", "c"] && arguments.property(at: "a", as: .any)?.value == ["b": "3"])
        #expect(arguments.property(at: "c", as: .any)?.origin == "the argument --c")
        #expect(ArgumentPropertySource(["--=1", "--a..b=2", "--c"]).faults.count == 2)
    }

    @Test(
        "Of many keys that nobody gives those that somebody does are reported in order, and how many were not looked at"
    )
    func reportedBehind() {
        let given = (0..<1100).map { "z\(1000 + $0)" }
        let store = propertyStore(
            .object(Dictionary(uniqueKeysWithValues: given.map { ($0, PropertyValue.string("v\($0)")) })))
        for number in 0..<7900 { store.note(PropertyKey("a\(10_000 + number)"), of: nil, isLive: false) }
        let reported = store.reported
        #expect(reported.properties.map(\.key) == Array(given.prefix(1000)) && reported.omitted == 100)
        #expect(reported.properties.allSatisfy { $0.value == "\"v\($0.key)\"" })
    }

    @Test("Of many properties the first thousand by their keys are reported, in whatever order they are found")
    func reportedFirst() {
        let keys = (0..<4500).map { "k\(10_000 + $0)" }
        let members = keys.map { ($0, PropertyValue.bool(true)) }
        let reported = propertyStore(.object(Dictionary(uniqueKeysWithValues: members))).reported
        #expect(reported.properties.map(\.key) == Array(keys.prefix(1000)) && reported.omitted == 3500)
        // Of those that come last each is there once.
        let last = (0..<300).map { "z\(100 + $0)" }
        let store = propertyStore(.object(Dictionary(uniqueKeysWithValues: last.map { ($0, PropertyValue.int(1)) })))
        for key in keys { store.note(PropertyKey(key), of: nil, isLive: false) }
        #expect(store.reported.properties.map(\.key) == last && store.reported.omitted == 0)
    }

    @Test("A pattern of a kind takes itself, and that of lists takes lists of anything")
    func kinds() {
        #expect(PropertyKind.int ~= .int && !(PropertyKind.int ~= .double) && PropertyKind.list ~= .list(of: .int))
        #expect(
            PropertyKind.list ~= .list && !(PropertyKind.list ~= .int)
                && !(PropertyKind.list(of: .int) ~= .list(of: .bool)))
        #expect(!(PropertyKind.list(of: .int) ~= .list) && PropertyKind.list(of: .list(of: .int)) == .list)
        #expect(PropertyKind.list(of: .int).element == .int && PropertyKind.int.element == nil)
        #expect(ByteSize(bytes: 1) < ByteSize(bytes: 2) && !(ByteSize(bytes: 1) < ByteSize(bytes: 1)))
    }

    @Test("An object's keys are given in order, and whether it has one, from sources and inside lists")
    func members() throws {
        let store = propertyStore(["one": ["c": 1, "a": 2, "b": 3], "list": [["z": 1, "a": 2, "m": 3]]])
        let one = try store.read(Keys.self, at: "one", for: nil, default: nil)
        #expect(one.all == ["a", "b", "c"] && one.has == [true, false])
        let list = try store.read([Keys].self, at: "list", for: nil, default: nil)
        #expect(list.map(\.all) == [["a", "m", "z"]] && list.map(\.has) == [[true, false]])
    }

    @Test("What is put together from a secret is one, and so is an object whose key or source says so")
    func secrets() throws {
        let store = propertyStore([
            "db": ["password": "pw"], "x": ["pw": "v"], "word": "w", "byName": "${x.${db.password}}",
            "plain": "${word}",
            "both": "${db.password} ${word}", "reversed": "${word} ${db.password}", "token": ["a": "b"],
            "fallback": "${none:${db.password}}",
        ])
        func isSecret(_ key: String) throws -> Bool { try store.whole(key).isSecret }
        #expect(try isSecret("byName") && isSecret("both") && isSecret("reversed") && isSecret("fallback"))
        #expect(try !isSecret("plain") && isSecret("token") && isSecret("token.a") && !isSecret("x"))
        #expect(try store.whole("byName").value == "v" && store.whole("fallback").value == "pw")
        let lookup = store.lookup(for: nil)
        var expansion = PlaceholderExpansion(PlaceholderBudget())
        #expect(try lookup.find("token", as: .any, in: lookup.layers, &expansion)?.isSecret == true)
        #expect(try lookup.find("x", as: .any, in: lookup.layers, &expansion)?.isSecret == false)
        #expect(try PlaceholderText("${none:$${x}y}").pieces.count == 1)
        #expect(try propertyStore(["t": "${none:$${x}y}z"]).whole("t").value == "${x}yz")
    }

    @Test("An object that a source or its key calls secret shows nothing of itself, in a list either")
    func secretObjects() throws {
        let store = propertyStore(["list": [["a": "c4nary"]], "words": ["c4nary"], "password": "fsat", "mode": "fsat"])
        {
            $0.propertySources = [Whole()]
        }
        let lookup = store.lookup(for: nil)
        var expansion = PlaceholderExpansion(PlaceholderBudget())
        #expect(try lookup.find("box", as: .any, in: lookup.layers, &expansion)?.isSecret == true)
        func fault(_ body: () throws -> Void) throws -> Fault {
            try #require(throws: PropertyFailure.self) { try body() }.fault()
        }
        let inside = try fault { _ = try store.read(Secret<[Box]>.self, at: "list", for: nil, default: nil) }
        #expect(!"\(inside)".contains("c4nary") && inside.headline.contains("<secret>"))
        let element = try fault { _ = try store.read([Secret<Int>].self, at: "words", for: nil, default: nil) }
        #expect(!"\(element)".contains("c4nary") && element.headline.contains("<secret>"))
        let secret = try fault { _ = try store.read(Mode.self, at: "password", for: nil, default: nil) }
        #expect(secret.suggestion == nil && secret.headline.contains("<secret>"))
        #expect(try fault { _ = try store.read(Mode.self, at: "mode", for: nil, default: nil) }.suggestion == "fast")
    }

    @Test(
        "What a type's own decoding says of an object that holds a secret is nobody's to read, in any element of a list"
    )
    func quoted() throws {
        func cause(_ tokens: [String], _ key: String = "token") throws -> (any Error)? {
            let list = PropertyValue.array(tokens.map { [key: .string($0), "plain": "x"] })
            let store = propertyStore(["list": list])
            return try #require(throws: PropertyFailure.self) {
                _ = try store.read([Quoting].self, at: "list", for: nil, default: nil)
            }.cause
        }
        #expect(try cause(["bad"]) == nil && cause(["good", "bad"]) == nil && cause(["good", "good", "bad"]) == nil)
        #expect(try cause(["good"], "word") == nil, "that it is missing is told of itself")
        let list: PropertyValue = [["token": "a", "plain": "x"], ["token": "b", "plain": "bad"]]
        let store = propertyStore(["list": list], secretKeys: ["word"])
        let shown = try #require(throws: PropertyFailure.self) {
            _ = try store.read([Quoting].self, at: "list", for: nil, default: nil)
        }
        #expect((shown.cause as? Quoting.Refused)?.text == "b")
    }

    @Test(
        "An object that nobody gives is none, though a variable of its name is set, wherever it stands in another one")
    func nested() throws {
        let store = propertyStore(environment: ["OUTER_FIRST": "1", "OUTER_INNER": "x", "INNER": "x"])
        let outer = try store.read(Outer.self, at: "outer", for: nil, default: nil)
        #expect(outer.first == 1 && outer.inner == nil)
        #expect(try store.read(Box?.self, at: "inner", for: nil, default: nil) == nil)
    }

    @Test("Each member that may be absent is there or not for itself, however many were read before it")
    func absent() throws {
        let one: PropertyValue = ["b": 1]
        let store = propertyStore([
            "all": ["first": 1, "second": 2, "third": 3, "fourth": 4, "box": one, "other": ["a": 5]],
            "some": ["first": 1, "third": 3, "box": ["a": 2, "b": 1], "other": .null],
        ])
        let all = try store.read(Wide.self, at: "all", for: nil, default: nil)
        #expect([all.first, all.second, all.third, all.fourth] == [1, 2, 3, 4])
        #expect(all.box?.a == 0 && all.other?.a == 5)
        let some = try store.read(Wide.self, at: "some", for: nil, default: nil)
        #expect([some.first, some.second, some.third, some.fourth] == [1, nil, 3, nil])
        #expect(some.box?.a == 2 && some.other == nil && some.none == nil)
    }

    @Test("Nothing is told apart from what is there, by members, elements and single values")
    func nothing() throws {
        let store = propertyStore([
            "one": ["a": 1, "none": .null], "list": [[:], .null], "number": 5, "null": .null, "password": "y",
        ])
        #expect(try store.read(Nils.self, at: "one", for: nil, default: nil).members == [false, true])
        #expect(try store.read(Single.self, at: "number", for: nil, default: nil).isNil == false)
        let list = try store.read([Box?].self, at: "list", for: nil, default: nil)
        #expect(list.count == 2 && list[0] != nil && list[1] == nil)
        #expect(try store.reasonAgainst("null", equals: nil) == "the property null is not set")
        #expect(try store.reasonAgainst("number", equals: nil) == nil)
        #expect(
            try store.reasonAgainst("number", equals: 6)
                == "the property number is not 6: it is 5 (ContextConfiguration.properties.number in code)")
        #expect(try store.reasonAgainst("none", equals: 6) == "the property none is not 6: it is not set")
        #expect(
            try store.reasonAgainst("password", equals: 6)
                == "the property password is not <secret>: it is <secret> (ContextConfiguration.properties.password in code)"
        )
        #expect(store.reasonFor("number", equals: 5) == "the property number is 5")
        #expect(store.reasonFor("password", equals: "x") == "the property password is <secret>")
    }
}
