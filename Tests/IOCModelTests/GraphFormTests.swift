import IOCManagement
import Testing

@testable import IOCModel

/// One graph with everything in each form, every character. The page is tried in a browser, by `Tests/Integration/graph.sh`.
@Suite("The forms of a graph")
struct GraphFormTests {
    private typealias Dependency = DependencyGraph.Dependency
    private typealias Component = DependencyGraph.Component

    private static func one(_ property: String, _ target: String) -> Dependency {
        Dependency(property: property, kind: .one, targets: [target])
    }

    private static func later(_ property: String, _ target: String) -> Dependency {
        Dependency(property: property, kind: .provider, targets: [target])
    }

    private static func component(
        _ name: String, _ type: String? = nil, _ scope: ScopeFacts = .singleton,
        _ dependencies: [Dependency]
    ) -> Component {
        Component(
            name: name, typeName: type ?? name, scope: scope, origin: "class \(type ?? name)",
            dependencies: dependencies)
    }

    /// Two circles, one of them closed by a provider as well; a provider alone closes none.
    private static let graph = DependencyGraph(components: [
        component(
            "App.Main", nil, .singleton,
            [
                one("shop", "Shop.Shop"), one("log", "Store.Log"), later("jobs", "Shop.Job"),
                one("far", "disk"),
            ]),
        component(
            "App.Side", nil, .singleton,
            [one("shop", "Shop.Shop"), one("cart", "Shop.Cart"), one("own", "App.Side")]),
        component(
            "App.Tool", nil, .prototype,
            [
                Dependency(property: nil, kind: .lookup, targets: ["Shop.Shop", "Loner.A\\B"]),
                later("main", "App.Main"), later("self", "App.Tool"),
            ]),
        component(
            "Shop.Shop", nil, .singleton,
            [
                one("cart", "Shop.Cart"), one("again", "Shop.Cart"), one("till", "till \"1\""),
                one("log", "Store.Log"),
            ]),
        component(
            "Shop.Cart", nil, .request,
            [one("shop", "Shop.Shop"), later("shopLater", "Shop.Shop"), one("store", "Store.Store")]),
        component("Shop.Job", nil, .prototype, [later("shop", "Shop.Shop"), one("log", "Store.Log")]),
        component(
            "till \"1\"", "Shop.Till", .singleton,
            [one("log", "Store.Log"), one("<store>", "Store.Store")]),
        component("Store.Store", nil, .singleton, [one("disk", "disk"), one("index", "Store.Index")]),
        component("disk", "any Store.Disk", .lazySingleton, [one("index", "Store.Index")]),
        component("Store.Log", nil, .singleton, [one("disk", "disk")]),
        component("Loner.A\\B", nil, .weakSingleton, []),
        component(
            "Store.Index", nil, .singleton,
            [one("store", "Store.Store"), Dependency(property: "none", kind: .optional, targets: [])]),
        component(
            "Zoo", nil, .custom("day"),
            [
                Dependency(property: "all", kind: .all, targets: ["disk", "Store.Log"]),
                Dependency(property: "empty", kind: .all, targets: []),
                Dependency(property: "named", kind: .allByName, targets: ["disk"]),
                Dependency(property: "open", kind: .one, targets: ["disk", "Store.Log"], isOpen: true),
                Dependency(property: "above", kind: .one, targets: [], isInherited: true),
                Dependency(property: "own", kind: .context, targets: []),
            ]),
    ])

    @Test("A graph with everything is drawn in each language as it is kept")
    func languages() throws {
        let graph = Self.graph
        try expectKept(
            [graph.dot, graph.mermaid, graph.tree, graph.json].joined(separator: "\n"), "languages.txt")
    }

    @Test("Circles are reported by name, and a provider closes none")
    func circles() {
        #expect(
            Self.graph.cycles == [
                ["App.Side"], ["Shop.Shop", "Shop.Cart"], ["Store.Store", "Store.Index"],
            ])
    }

    /// Small graphs, as the components that each needs: A root, a repeated component, and cycles with and without a root.
    private static let trees: [[(String, String)]] = [
        [("A", "BC"), ("B", "C"), ("C", "")], [("A", "C"), ("B", "C"), ("C", "D"), ("D", "")],
        [("A", "B"), ("B", "C"), ("C", "B")], [("A", "B"), ("B", "A")], [("A", "A"), ("B", "")],
        [("A", "C"), ("B", "D"), ("C", "A"), ("D", "B"), ("E", "E")],
        [("A", "B"), ("B", "AC"), ("C", "D"), ("D", "C")], [],
    ]

    @Test(
        "A tree begins at each component without dependents, or at the first of a circle, and repeats no subtree"
    )
    func trees() throws {
        let trees = Self.trees.map { components in
            DependencyGraph(
                components: components.map { name, targets in
                    Self.component(
                        name, nil, .singleton, targets.map { Self.one($0.lowercased(), String($0)) })
                }
            ).tree
        }
        try expectKept(trees.joined(separator: "\n\n") + "\n", "trees.txt")
    }

    // MARK: Pages

    private func graph(_ count: Int, name: (Int) -> String = { "C\($0)" }) -> DependencyGraph {
        DependencyGraph(
            components: (0..<count).map { number in
                DependencyGraph.Component(
                    name: name(number), typeName: ["A.", "any B.", "C&D."][number % 3] + name(number),
                    scope: .singleton, origin: "",
                    dependencies: number + 1 < count
                        ? [
                            DependencyGraph.Dependency(property: "next", kind: .one, targets: [name(number + 1)])
                        ] : [])
            })
    }

    @Test(
        "A page is one file with one script, however many components there are",
        arguments: [0, 1, 60, 1_000])
    func one(count: Int) {
        let page = graph(count).html.replacing("url(#arrow)", with: "")
        #expect(page.split(separator: "<script>", omittingEmptySubsequences: false).count == 2)
        #expect(page.split(separator: "</script>", omittingEmptySubsequences: false).count == 2)
        for text in ["http:", "https:", "src=", "href=", "url(", "@import"] {
            #expect(!page.contains(text), "\(text)")
        }
    }

    @Test("A name can't be taken for markup")
    func markup() {
        let page = graph(1) { _ in "</svg><script>&" }.html
        #expect(!page.contains("</svg><script>&"))
        #expect(page.contains("\\u003c/svg>\\u003cscript>&"))
    }

    @Test("A label of a diagram escapes what its language would read, and shows line ends as such")
    func labels() {
        let graph = graph(1) { _ in "a\\\"b\"\n<c>#&|\t\u{1}é x://u:p@h" }
        #expect(graph.dot.contains(#"label="a\\\"b\"\n<c>#&|  é x://<secret>@h\nA.a"#), "\(graph.dot)")
        #expect(
            graph.mermaid.contains(
                ##"["a\#34;b#34;<br/>#60;c#62;#35;#38;#124;  é x://#60;secret#62;@h<br/>A.a"##))
    }

    @Test("Everything that a page says is in the graph's JSON")
    func data() { #expect(graph(30).html.contains("const graph = \(graph(30).json);")) }
}
