import IOCManagement
import IOCModel
import Testing

/// What the page draws is tried in a browser, by `Tests/Integration/graph.sh`.
@Suite("The page of a graph")
struct DrawingTests {
    private func graph(_ count: Int, name: (Int) -> String = { "C\($0)" }) -> DependencyGraph {
        DependencyGraph(
            components: (0..<count).map { number in
                DependencyGraph.Component(
                    name: name(number), typeName: ["A.", "any B.", "C&D."][number % 3] + name(number),
                    scope: .singleton, origin: "",
                    dependencies: number + 1 < count
                        ? [DependencyGraph.Dependency(property: "next", kind: .one, targets: [name(number + 1)])] : [])
            })
    }

    @Test("It is one file with one script, however many components there are", arguments: [0, 1, 60, 1_000])
    func one(count: Int) {
        let page = graph(count).html.replacing("url(#arrow)", with: "")
        #expect(page.split(separator: "<script>", omittingEmptySubsequences: false).count == 2)
        #expect(page.split(separator: "</script>", omittingEmptySubsequences: false).count == 2)
        for text in ["http:", "https:", "src=", "href=", "url(", "@import"] { #expect(!page.contains(text), "\(text)") }
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
        #expect(graph.mermaid.contains(##"["a\#34;b#34;<br/>#60;c#62;#35;#38;#124;  é x://#60;secret#62;@h<br/>A.a"##))
    }

    @Test("The same graph gives the same page each time")
    func determinism() { #expect(graph(60).html == graph(60).html) }

    @Test("Everything that the page says is in the graph's JSON")
    func data() { #expect(graph(30).html.contains("const graph = \(graph(30).json);")) }
}
