import Testing

@testable import IOC
@testable import IOCConfiguration

@Suite("What can be said of a component")
struct ComponentKeyTests {
    private final class Missing {}
    private static let missing = TypeIdentity.id(Missing.self)

    /// Each trait with the literals that a source writes it with.
    private static let traits: [(word: String, ComponentTrait, [ComponentKey.Argument])] = [
        ("named", .named("a"), [.value("a")]), ("scope", .scope(.prototype), [.scope(.prototype)]),
        ("primary", .primary, []), ("fallback", .fallback, []), ("order", .order(3), [.value(3)]), ("lazy", .lazy, []),
        ("profile", .profile("p"), [.value("p")]),
        ("when", .when(property: "k", equals: 1), [.value("k"), .value(1)]),
        ("whenMissing", .whenMissing(Missing.self, ancestors: false), [.type(missing), .value(false)]),
        ("dependsOn", .dependsOn("x", "y"), [.value("x"), .value("y")]),
        ("retry", .retry(attempts: 3), [.value(3)]),
    ]

    @Test("Each trait means in a source what it means in the program")
    func sources() {
        #expect(Self.traits.map(\.word) == ComponentKey.all.compactMap(\.word))
        for (word, trait, arguments) in Self.traits {
            #expect(ComponentTrait(word, arguments) == trait, "\(word)")
            #expect(ComponentTrait(word, arguments + [.scope(.singleton)]) == nil, "\(word) with too much")
            for (other, different, _) in Self.traits { #expect((trait == different) == (word == other)) }
        }
        #expect(ComponentTrait("when", [.type(Self.missing)]) == nil && ComponentTrait("when", []) == nil)
        #expect(ComponentTrait("whenMissing", [.type(Self.missing), .value("x")]) == nil)
        #expect(ComponentTrait("class", []) == nil && ComponentTrait("orders", [.value(1)]) == nil)
    }

    @Test("Two traits of a word are the same where they say the same, wherever they are written")
    func equality() {
        let others: [ComponentTrait] = [
            .named("b"), .scope(.request), .order(4), .profile("q"), .when(property: "k", equals: 2),
            .whenMissing(Missing.self), .dependsOn("x"), .retry(attempts: 4),
        ]
        for other in others {
            #expect(Self.traits.allSatisfy { $0.1 != other })
            #expect(others.filter { $0 == other }.count == 1)
        }
        #expect(Self.traits.allSatisfy { StatedTraits([$0.1]) != StatedTraits([]) })
        func named(_ line: UInt) -> ComponentTrait { .named("a", line: line) }
        #expect(named(1) == named(2))
    }

    @Test("Each key of an entry is read from a file, and no two are one")
    func files() throws {
        let folder = try TemporaryFolder()
        let values = [
            "class": #""C""#, "scope": #""prototype""#, "primary": "true", "fallback": "true", "order": "3",
            "lazy": "true", "profiles": #"["p"]"#, "when": #"{ "property": "k" }"#, "whenMissing": #""T""#,
            "dependsOn": #"["x"]"#, "properties": #"{ "k": 1 }"#, "override": "true",
            "retry": #"{ "attempts": 3 }"#,
        ]
        #expect(Set(values.keys) == Set(ComponentKey.fileKeys))
        let text = values.map { #""\#($0.key)": { "\#($0.key)": \#($0.value) }"# }.joined(separator: ", ")
        let path = try folder.write("a.json", #"{ "components": { \#(text) } }"#)
        let entries = try ContextConfiguration(contentsOf: path, environment: [:]).components
        for (key, entry) in entries {
            #expect(entry != ContextConfiguration.ComponentEntry(), "\(key) is read")
            #expect(entries.filter { $0.value == entry }.count == 1, "\(key) is no other")
        }
    }
}
