import IOCBase

extension DependencyGraph {
    /// The graph as an indented tree: every component that no other component depends on, with its dependencies below
    /// it.
    ///
    /// A component with dependencies that was drawn before is marked with `(above)`. A component below itself is part
    /// of a cycle, and is marked with `(cycle)` instead. In both cases, its dependencies are not repeated. If nothing
    /// outside a cycle depends on it, the cycle begins with its first component by name.
    public var tree: String {
        let walk = GraphWalk(
            successors: components.map { $0.dependencies.flatMap(\.targets).compactMap { numbers[$0] } })
        var reached: Set<Int> = []
        for (node, nexts) in walk.successors.enumerated() {
            reached.formUnion(nexts.map { walk.groupOfNode[$0] }.filter { $0 != walk.groupOfNode[node] })
        }
        let roots = walk.groups.indices.filter { !reached.contains($0) }.map { walk.groups[$0][0] }
        var drawing = TreeDrawing(graph: self)
        for root in roots.ordered() { drawing.draw(root) }
        return drawing.lines.joined(separator: "\n")
    }
}

/// A drawing of the tree. It is created without recursion, so a deep graph can't exhaust the stack.
private struct TreeDrawing {
    let graph: DependencyGraph
    private(set) var lines: [String] = []
    var drawn: Set<Int> = []

    /// A line that is not drawn yet: a label and a component, the guides such as `├─` in front of them, and the
    /// components above them.
    private struct Pending {
        /// Nil for a property without a component.
        var component: Int?
        var label = ""
        var guide = ""
        var childGuide = ""
        var ancestors: [Int] = []
    }

    mutating func draw(_ root: Int) {
        var stack = [Pending(component: root)]
        while let next = stack.popLast() {
            guard let node = next.component else {
                lines.append(next.guide + ShownText.line(next.label))
                continue
            }
            let component = graph.components[node]
            let isCycle = next.ancestors.contains(node)
            let isKnown = !drawn.insert(node).inserted && !component.dependencies.isEmpty
            let remark = isCycle ? " (cycle)" : isKnown ? " (above)" : ""
            lines.append(next.guide + ShownText.line(next.label + title(component)) + remark)
            if !isKnown { stack += children(of: node, below: next).reversed() }
        }
    }

    private func children(of node: Int, below parent: Pending) -> [Pending] {
        let entries = graph.components[node].dependencies.flatMap(entries)
        return entries.enumerated().map { number, entry in
            let isLast = number == entries.count - 1
            return Pending(
                component: entry.target, label: entry.label, guide: parent.childGuide + (isLast ? "└─ " : "├─ "),
                childGuide: parent.childGuide + (isLast ? "   " : "│  "), ancestors: parent.ancestors + [node])
        }
    }

    /// Returns a line for each component of a property, or one line that explains why there is none.
    private func entries(of dependency: DependencyGraph.Dependency) -> [(label: String, target: Int?)] {
        let label = dependency.label
        let kind = (dependency.isLater ? " (provider)" : "") + (dependency.isOpen ? " (one of)" : "")
        if dependency.targets.isEmpty {
            let text =
                switch dependency.kind {
                case .context: "the component's own context"
                case _ where dependency.isInherited: "from the parent context"
                case .optional: "nil"
                default: "none"
                }
            return [("\(label)\(kind): \(text)", nil)]
        }
        return dependency.targets.enumerated().map { number, target in
            let position =
                switch dependency.kind {
                case .all: "[\(number)]"
                case .allByName: "[\"\(target)\"]"
                default: ""
                }
            return ("\(label)\(position)\(kind): ", graph.numbers[target])
        }
    }

    private func title(_ component: DependencyGraph.Component) -> String {
        let scope = component.lifetime == .singleton ? "" : " \(component.lifetime.name)"
        let type = component.name == component.typeName ? "" : " = \(component.typeName)"
        return component.name + type + scope
    }
}
