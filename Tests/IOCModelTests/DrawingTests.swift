import Testing

@testable import IOCModel

@Suite("The drawing of a graph")
struct DrawingTests {
    private func layout(_ successors: [[Int]]) -> GraphLayout {
        GraphLayout(successors: successors, widths: successors.map { _ in 100 }, rowHeight: 40)
    }

    private func graph(_ successors: [[Int]], name: (Int) -> String = { "C\($0)" }) -> DependencyGraph {
        DependencyGraph(
            components: successors.enumerated().map { node, targets in
                DependencyGraph.Component(
                    name: name(node), typeName: name(node), scope: .singleton, origin: "",
                    dependencies: targets.map {
                        DependencyGraph.Dependency(property: "p\($0)", kind: .one, targets: [$0])
                    })
            })
    }

    /// A graph without cycles, the same for the same seed.
    private func randomGraph(_ count: Int, seed: UInt64) -> [[Int]] {
        var state = seed
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        return (0..<count).map { node in
            node + 1 < count ? (0..<next(4)).map { _ in node + 1 + next(count - node - 1) } : []
        }
    }

    @Test("What a component depends on stands to its right", arguments: 1...20 as ClosedRange<UInt64>)
    func direction(seed: UInt64) {
        let successors = randomGraph(40, seed: seed)
        let layout = layout(successors)
        for (node, targets) in successors.enumerated() {
            for target in targets { #expect(layout.nodes[node].x + 100 < layout.nodes[target].x) }
        }
    }

    @Test("No two components overlap, and all are inside", arguments: 1...20 as ClosedRange<UInt64>)
    func overlap(seed: UInt64) {
        let layout = layout(randomGraph(40, seed: seed))
        for (x, column) in Dictionary(grouping: layout.nodes, by: \.x) {
            #expect(x >= 0 && x + 100 <= layout.width)
            let ys = column.map(\.y).sorted()
            #expect(ys.first! >= 20 - 0.001 && ys.last! <= layout.height - 20 + 0.001)
            for (upper, lower) in zip(ys, ys.dropFirst()) { #expect(lower - upper >= 40 - 0.001) }
        }
    }

    @Test("A line that skips columns goes straight through them, clear of what stands there")
    func longLine() throws {
        let layout = layout([[1, 3], [2], [3], []])
        let line = try #require(layout.lines.first { $0.from == 0 && $0.to == 3 })
        #expect(line.points.count == 6)
        for (node, (entry, exit)) in [(1, (line.points[1], line.points[2])), (2, (line.points[3], line.points[4]))] {
            #expect(entry.x == layout.nodes[node].x && exit.x == entry.x + 100)
            #expect(entry.y == exit.y && abs(entry.y - layout.nodes[node].y) >= 20)
        }
    }

    @Test("A component that nobody depends on stands right before its first dependency")
    func lateRoot() {
        let layout = layout([[1], [2], [], [2]])
        #expect(layout.nodes[3].x == layout.nodes[1].x)
    }

    @Test("Circles and components that need themselves are drawn, too")
    func cycles() throws {
        let drawing = try #require(graph([[1], [2], [0], [3], []]).drawing)
        #expect(drawing.split(separator: "class=\"node\"").count == 6)
        #expect(drawing.split(separator: "stroke=\"#cf222e\"").count == 4)
    }

    @Test("A provider's line is dashed, and no circle")
    func provider() throws {
        let later = DependencyGraph.Dependency(property: "later", kind: .provider, targets: [0])
        let graph = DependencyGraph(components: [
            DependencyGraph.Component(name: "A", typeName: "A", scope: .request, origin: "", dependencies: [later]),
            DependencyGraph.Component(name: "B", typeName: "B", scope: .singleton, origin: "", dependencies: [later]),
        ])
        let drawing = try #require(graph.drawing)
        #expect(drawing.contains("stroke-dasharray=\"5 4\""))
        #expect(!drawing.contains("#cf222e"))
        #expect(drawing.contains(">A (request)</text>"))
        #expect(drawing.contains("<title>later</title>"))
    }

    @Test("A name can't be taken for markup")
    func markup() throws {
        let drawing = try #require(graph([[]]) { _ in "</svg><script>&" }.drawing)
        #expect(drawing.contains(">&lt;/svg&gt;&lt;script&gt;&amp;</text>"))
        #expect(drawing.split(separator: "</svg>").count == 1)
    }

    // MARK: Modules

    /// Three modules, whose components lead on to the next module's: `A.C0` to `B.C1` and so on.
    private func modules(_ count: Int, scope: ScopeFacts = .singleton) -> DependencyGraph {
        DependencyGraph(
            components: (0..<count).map { number in
                DependencyGraph.Component(
                    name: "C\(number)", typeName: ["A.", "any B.", "C&D."][number % 3] + "C\(number)", scope: scope,
                    origin: "",
                    dependencies: number + 1 < count
                        ? [DependencyGraph.Dependency(property: "next", kind: .one, targets: [number + 1])] : [])
            })
    }

    @Test("Modules are drawn with how many components they have and how many properties lead on")
    func moduleDrawing() throws {
        let drawing = try #require(modules(30).drawingOfModules)
        #expect(drawing.contains("data-module=\"A\""))
        #expect(drawing.contains(">B: 10</text>"))
        #expect(drawing.contains(">C&amp;D: 10</text>"))
        #expect(drawing.contains("data-ends=\"m0-&gt;m1\"><title>10 properties</title>"))
        #expect(drawing.contains("data-ends=\"m2-&gt;m0\"><title>9 properties</title>"))
        #expect(graph([[1], []]) { _ in "Same.C" }.drawingOfModules == nil)
    }

    @Test("A module opens with its components and the modules beside it")
    func openModule() throws {
        let drawings = modules(30).drawingsByModule
        #expect(drawings.map(\.module) == ["A", "B", "C&D"])
        let drawing = drawings[0].svg
        #expect(drawing.split(separator: "class=\"node\"").count == 13)
        #expect(drawing.contains("<title>n0</title>") && !drawing.contains("<title>n1</title>"))
        #expect(drawing.contains("data-module=\"B\"") && drawing.contains("data-module=\"C&amp;D\""))
        #expect(modules(1_203).drawingsByModule.isEmpty)
    }

    @Test("A page draws the whole, or where that is too much the modules, each to be opened")
    func page() {
        let (small, large) = (modules(30).page(), modules(600).page())
        #expect(small.contains("<section id=\"drawing\">\n<svg") && small.contains("<title>n29</title>"))
        #expect(small.contains("<template id=\"modules\">") && !small.contains("<template data-of"))
        #expect(large.contains("<template data-of=\"C&amp;D\">"))
        #expect(!large.contains("<section id=\"drawing\">\n<svg viewBox=\"0"))
        #expect(!graph([[], []], name: { "Same.C\($0)" }).page().contains("<template"))
        #expect(modules(30).page { _ in "<svg>mine</svg>" }.contains("<section id=\"drawing\">\n<svg>mine</svg>"))
        #expect(!modules(600).page { _ in "<svg>mine</svg>" }.contains("mine"))
    }

    @Test("The same graph is drawn the same each time")
    func determinism() {
        let successors = randomGraph(60, seed: 7)
        #expect(graph(successors).drawing == graph(successors).drawing)
        #expect(modules(50).page() == modules(50).page())
    }

    @Test("Nothing, and too much, is not drawn", arguments: [0, 401])
    func limits(count: Int) {
        #expect(graph([[Int]](repeating: [], count: count)).drawing == nil)
    }
}
