import IOCModel

extension RouteMap {
    /// The routes as a Graphviz graph: steps point to what they lead to, by their actions.
    public var dot: String {
        let drawing = Drawing(routes: routes.map { ($0.name, $0.shape) })
        var lines = ["digraph routes {", "  rankdir=LR;", "  node [shape=box];"]
        for node in drawing.nodes {
            let shape =
                switch node.shape.kind {
                case .screen: node.isDestination ? "box, style=bold" : "box"
                case .origin: "circle"
                case .choice: "diamond"
                }
            lines.append("  n\(node.id) [label=\"\(DiagramText.dot(node.label))\", shape=\(shape)];")
        }
        for edge in drawing.edges {
            let style = edge.isChoice ? ", style=dashed" : ""
            lines.append("  n\(edge.from) -> n\(edge.to) [label=\"\(DiagramText.dot(edge.label))\"\(style)];")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// The routes as a Mermaid flowchart.
    public var mermaid: String {
        let drawing = Drawing(routes: routes.map { ($0.name, $0.shape) })
        var lines = ["flowchart LR"]
        for node in drawing.nodes {
            let label = "\"\(DiagramText.mermaid(node.label))\""
            let shape =
                switch node.shape.kind {
                case .screen: node.isDestination ? "[[\(label)]]" : "[\(label)]"
                case .origin: "((\(label)))"
                case .choice: "{\(label)}"
                }
            lines.append("  n\(node.id)\(shape)")
        }
        for edge in drawing.edges {
            lines.append(
                "  n\(edge.from) \(edge.isChoice ? "-.->" : "-->")|\"\(DiagramText.mermaid(edge.label))\"| n\(edge.to)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

private struct Drawing {
    struct Node {
        let id: Int
        let shape: StepShape
        var label: String
        var isDestination = false
    }

    struct Edge {
        let from: Int
        let to: Int
        let label: String
        var isChoice = false
    }

    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    private var ids: [ObjectIdentifier: Int] = [:]

    init(routes: [(name: String, shape: StepShape)]) {
        for (name, shape) in routes {
            let id = add(shape)
            nodes[id].isDestination = true
            if nodes[id].label != name { nodes[id].label += "\n(\(name))" }
        }
    }

    private mutating func add(_ shape: StepShape) -> Int {
        if let id = ids[ObjectIdentifier(shape)] { return id }
        let id = nodes.count
        ids[ObjectIdentifier(shape)] = id
        nodes.append(Node(id: id, shape: shape, label: shape.name))
        if let previous = shape.previous {
            edges.append(Edge(from: add(previous), to: id, label: shape.action ?? ""))
        }
        for candidate in shape.cases {
            edges.append(Edge(from: add(candidate.step), to: id, label: candidate.label, isChoice: true))
        }
        return id
    }
}
