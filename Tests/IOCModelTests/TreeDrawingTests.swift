import IOCModel
import Testing

@Suite("The graph as an indented tree")
struct TreeDrawingTests {
    private typealias Dependency = DependencyGraph.Dependency

    private func tree(_ components: [(String, [Dependency])]) -> [String] {
        let graph = DependencyGraph(
            components: components.map { name, dependencies in
                let parts = name.split(separator: ":").map(String.init)
                return DependencyGraph.Component(
                    name: parts[0], typeName: parts.count > 1 ? parts[1] : parts[0],
                    scope: parts.count > 2 ? .custom(parts[2]) : .singleton, origin: "", dependencies: dependencies)
            })
        return graph.tree.split(separator: "\n").map(String.init)
    }

    private func one(_ target: Int, _ property: String = "p") -> Dependency {
        Dependency(property: property, kind: .one, targets: [["A", "B", "C", "D", "E"][target]])
    }

    @Test("Each property is a line below its component, the last one with a corner")
    func nesting() {
        #expect(
            tree([("A", [one(1, "b"), one(2, "c")]), ("B", [one(2, "c")]), ("C:Shop.C:prototype", [])]) == [
                "A", "├─ b: B", "│  └─ c: C = Shop.C prototype", "└─ c: C = Shop.C prototype",
            ])
        #expect(tree([("A", [one(1)]), ("B", [one(2)]), ("C", [])]) == ["A", "└─ p: B", "   └─ p: C"])
    }

    @Test("A repeated subtree is marked, and a leaf is drawn again")
    func above() {
        #expect(
            tree([("A", [one(2)]), ("B", [one(2)]), ("C", [one(3)]), ("D", [])]) == [
                "A", "└─ p: C", "   └─ p: D", "B", "└─ p: C (above)",
            ])
    }

    @Test("A repeated ancestor is marked; a cycle without a root begins at its first member")
    func cycles() {
        #expect(
            tree([("A", [one(1)]), ("B", [one(2)]), ("C", [one(1)])]) == [
                "A", "└─ p: B", "   └─ p: C", "      └─ p: B (cycle)",
            ])
        #expect(tree([("A", [one(1)]), ("B", [one(0)])]) == ["A", "└─ p: B", "   └─ p: A (cycle)"])
        #expect(tree([("A", [one(0)]), ("B", [])]) == ["A", "└─ p: A (cycle)", "B"])
        #expect(
            tree([("A", [one(2)]), ("B", [one(3)]), ("C", [one(0)]), ("D", [one(1)]), ("E", [one(4)])]) == [
                "A", "└─ p: C", "   └─ p: A (cycle)", "B", "└─ p: D", "   └─ p: B (cycle)", "E", "└─ p: E (cycle)",
            ])
        #expect(
            tree([("A", [one(1)]), ("B", [one(0), one(2)]), ("C", [one(3)]), ("D", [one(2)])]) == [
                "A", "└─ p: B", "   ├─ p: A (cycle)", "   └─ p: C", "      └─ p: D", "         └─ p: C (cycle)",
            ])
    }

    @Test("Every kind of property says what it leads to, or that it leads nowhere")
    func kinds() {
        let dependencies = [
            Dependency(property: "all", kind: .all, targets: ["B", "C"]),
            Dependency(property: "named", kind: .allByName, targets: ["B"]),
            Dependency(property: "later", kind: .provider, targets: ["B"]),
            Dependency(property: "open", kind: .one, targets: ["B", "C"], isOpen: true),
            Dependency(property: "maybe", kind: .optional, targets: []),
            Dependency(property: "empty", kind: .all, targets: []),
            Dependency(property: "above", kind: .one, targets: [], isInherited: true),
            Dependency(property: nil, kind: .lookup, targets: ["C"]),
        ]
        #expect(
            tree([("A", dependencies), ("B", []), ("C", [])]) == [
                "A", "├─ all[0]: B", "├─ all[1]: C", "├─ named[\"B\"]: B", "├─ later (provider): B",
                "├─ open (one of): B", "├─ open (one of): C", "├─ maybe: nil", "├─ empty: none",
                "├─ above: from the parent context", "└─ (looked up): C",
            ])
        #expect(tree([]) == [])
    }
}
