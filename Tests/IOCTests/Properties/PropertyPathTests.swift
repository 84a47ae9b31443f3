import FoundationEssentials
import IOCModel
import Testing

@testable import IOCConfiguration

/// Notes where each of its decoders and containers stands.
private struct Standing: Decodable, Sendable {
    var paths: [String] = []

    init(from decoder: any Decoder) throws {
        func path(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: "/") }
        let members = try decoder.container(keyedBy: AnyCodingKey.self)
        var list = try members.nestedUnkeyedContainer(forKey: AnyCodingKey("list"))
        paths = [path(decoder.codingPath), path(members.codingPath), path(list.codingPath)]
        paths.append(path(try list.superDecoder().codingPath))
        paths.append(path(try members.superDecoder().codingPath))
        let text = try members.superDecoder(forKey: AnyCodingKey("text"))
        paths.append(path(try text.singleValueContainer().codingPath))
        paths.append("\(decoder.userInfo.count) \(try text.singleValueContainer().decode(String.self))")
    }
}

private struct Color: Decodable, Sendable { var name: String }

/// Makes something else than it was asked for.
private final class Confused: PropertyConverter {
    func converts(to type: Any.Type) -> Bool { type == Color.self }
    func convert(_ value: PropertyValue, to type: Any.Type) throws -> Any { 5 }
}

@Suite("Where a type stands that reads its own members")
struct PropertyPathTests {
    @Test("Each decoder and container tells the key that it stands at")
    func paths() throws {
        let store = propertyStore(["a": ["b": ["list": [1, 2], "text": "x"]]])
        let standing = try store.read(Standing.self, at: "a.b", for: nil, default: nil)
        #expect(
            standing.paths == ["a/b", "a/b", "a/b/list", "a/b/list[0]", "a/b/super", "a/b/text", "0 x"])
    }

    @Test("A converter that makes another type, or has nothing to convert, is told")
    func confused() throws {
        let store = propertyStore(["color": "red"])
        store.install([Confused()])
        func fault(_ key: String) throws -> String {
            let failure = try #require(throws: PropertyFailure.self) {
                try store.read(Color.self, at: key, for: nil, default: nil)
            }
            return "\(failure.fault())"
        }
        #expect(try fault("color").contains("a value that Confused makes one of"))
        #expect(try fault("none").contains("property-missing"))
    }

    @Test("The place of a value that can't be put together is none, and why is told")
    func brokenOrigin() throws {
        let store = propertyStore(["broken": "${none}", "whole": "x"])
        #expect(try store.origin(of: "whole") == "ContextConfiguration.properties.whole in code")
        #expect(try store.origin(of: "none") == nil)
        let error = try #require(throws: IOCError.self) { try store.origin(of: "broken") }
        #expect(error.code == .placeholderUnresolved)
    }

    @Test("Keys of the same parts are one in a set, and a secret is read by any decoder")
    func equalKeys() throws {
        #expect(Set([PropertyKey("a.b"), PropertyKey(parts: ["a", "b"]), PropertyKey(parts: ["a.b"])]).count == 2)
        let secrets = try JSONDecoder().decode([Secret<String>].self, from: Data(#"["x"]"#.utf8))
        #expect(secrets.map(\.revealed) == ["x"])
    }

    @Test("Of two equal keys in code the last wins")
    func literals() {
        let value: PropertyValue = ["a": 1, "a": 2]
        #expect(value == ["a": 2])
    }
}
