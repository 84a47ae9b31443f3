import IOCModel
import IOCSource
import Testing

@testable import IOCCheck

@Suite("Members of assemblies that nearly are definitions or collaborators")
struct MemberReadingTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var member: String
        var definitions: [String] = []
        var notes: [String] = []
        var faults: [String] = []
        var testDescription: String { member }

        init(_ member: String, _ definitions: [String] = [], notes: [String] = [], faults: [String] = []) {
            (self.member, self.definitions, self.notes, self.faults) = (member, definitions, notes, faults)
        }
    }

    private static let rows = [
        Row("let a: Definition<Kit> = Definition { (_: Kit) in Quartz() }", ["a: Quartz"]),
        Row(
            "let a: Definition<Kit>", ["a: ?"],
            notes: [
                "what Kit.a makes can't be told: a declared type would say it",
                "scope or traits of Kit.a are no literals: left alone",
            ]),
        Row(
            "let a = Definition { (_: Kit) in shared }", ["a: ?"],
            notes: ["what Kit.a makes can't be told: a declared type would say it"]),
        Row(
            "let a = Definition { (_: Kit) in\nif isDay { return Quartz() }\nreturn Other()\n}", ["a: ?"],
            notes: ["what Kit.a makes can't be told: a declared type would say it"]),
        Row(
            """
            let one = AbstractDefinition<Kit>().parent(two)
            let two = AbstractDefinition<Kit>().parent(one)
            let a = Definition { (_: Kit) in make() }.parent(one)
            """, faults: ["abstract-parent-cycle"]),
        Row("let a: any Clock = makeClock()"),
        Row("let a: [(Int) -> Int] = []"),
        Row("let a = [make()()]"),
        Row("let a = { make() }()", notes: ["whether Kit.a is a definition can't be told: its type is not written"]),
        Row("var a: Int?"),
        Row("lazy var a = Collaborator(Side.self)", faults: ["definition-not-stored"]),
        Row(
            "let a: Collaborator<Side>", ["far: Quartz"],
            notes: ["what the collaborator a replaces can't be told: it has no value here"]),
        Row("let a: Collaborator<Side>? = nil"),
        Row(
            "var a: Collaborator<Side>? = nil",
            notes: ["whether Kit.a is there can't be told: its value is not written"]),
        Row("let a: Collaborator<Side>?", notes: ["whether Kit.a is there can't be told: its value is not written"]),
        Row("var a: Define<Quartz>? = nil", notes: ["whether Kit.a is there can't be told: its value is not written"]),
        Row("let a: Collaborator<Side>? = .init(Side.self)", ["far: Quartz"]),
        Row(
            "let a = Collaborator(Side.self).replace(keyPath) { _ in Quartz() }", ["far: Quartz"],
            notes: ["what the collaborator a replaces is no plain key path: left alone"]),
        Row("let a = .value(10)", notes: ["whether Kit.a is a definition can't be told: its type is not written"]),
        Row("let a = [1].value(10)", notes: ["whether Kit.a is a definition can't be told: its type is not written"]),
    ]

    @Test("Each is read as far as it is written, and told where it may be one", arguments: rows)
    func members(row: Row) throws {
        let source = """
            import IOC
            protocol Clock: Sendable {}
            final class Quartz: Clock {}
            final class Side: Assembly { let far: Define<Quartz> = Define { _ in Quartz() } }
            final class Kit: Assembly { \(row.member) }
            """
        let graph = try typeGraph([("Shop", source)])
        let reader = AssemblyReader([graph.number("Kit")], graph: graph, types: WantedTypes())
        let definitions = reader.definitions.map {
            "\($0.key): \($0.promised?.written.replacing("Shop.", with: "") ?? "?")"
        }
        #expect(definitions == row.definitions)
        #expect(reader.notes.map(\.message) == row.notes)
        #expect(reader.faults.map(\.code.rawValue) == row.faults)
    }

    @Test("Only an assembly that nobody lists is said to define what is missing")
    func unlisted() throws {
        let lines = try told(
            """
            import IOC
            protocol Clock: Sendable {}
            final class Quartz: Clock {}
            final class Kit: Assembly {
                let clock: Define<any Clock> = Define { _ in Quartz() }.traits(.profile("never"))
            }
            final class Other: Assembly { let clock: Define<any Clock> = Define { _ in Quartz() } }
            final class Notes { let clock: Define<any Clock> = Define { _ in Quartz() } }
            struct Fake: Assembly { let clock: Define<any Clock> = Define { _ in Quartz() } }
            final class AppMain: IOCComponent, @unchecked Sendable { @Autowired var clock: any Clock }
            """, #"{ "prefixes": ["App"], "assemblies": ["Kit"] }"#, by: ["check", "--profile", "day"])
        let misses = lines.filter { $0.contains("near miss") && $0.contains(".clock") }
        #expect(misses.count == 1 && misses[0].contains("near miss App.Other.clock"), "\(lines)")
    }

    @Test("Traits that functions of the project work out are no literals, whatever the functions are called")
    func functions() throws {
        let source = """
            import IOC
            class A: IOCComponent { static let traits: [ComponentTrait] = [.named(string()), .order(int(1, 2)), .lazy] }
            class B: IOCComponent { static let traits: [ComponentTrait] = [.when(property: "a", equals: .int(1))] }
            class C: IOCComponent {
                static let traits: [ComponentTrait] = [
                    { .primary }(), .scope({ .prototype }()), .scope(.keyed("x")), .scope(.custom("x")),
                ]
            }
            class D: IOCComponent, P {}
            protocol P {}
            extension P { static var traits: [ComponentTrait] { [.lazy, .primary] } }
            """
        // The container's own extension speaks for no class.
        let container = """
            public protocol IOCComponent {}
            extension IOCComponent { public static var traits: [ComponentTrait] { [] } }
            """
        let graph = try typeGraph([("Shop", source), ("IOC", container)])
        let reader = TraitReader(graph: graph, types: WantedTypes())
        let found = ["A", "B", "C", "D"].map { name in
            let list = reader.traits(of: graph.number(name))
            return "\(list.traits.count) \(list.unread.count)"
        }
        #expect(found == ["1 2", "1 0", "1 3", "2 0"])
    }
}
