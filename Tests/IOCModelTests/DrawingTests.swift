import IOCModel
import IOCPage
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
                        ? [DependencyGraph.Dependency(property: "next", kind: .one, targets: [number + 1])] : [])
            })
    }

    @Test("It is one file with one script, however many components there are", arguments: [0, 1, 60, 1_000])
    func one(count: Int) {
        let page = graph(count).html
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

    @Test("The same graph gives the same page each time")
    func determinism() { #expect(graph(60).html == graph(60).html) }

    @Test("Everything that the page says is in the graph's JSON")
    func data() { #expect(graph(30).html.contains("const graph = \(graph(30).json);")) }
}
