extension DependencyGraph {
    /// The graph in Graphviz's language: dashed edges are providers, red ones close a circle.
    public var dot: String {
        var lines = [
            "digraph ioc {", "  rankdir=LR;", "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
            "  edge [fontname=\"Helvetica\", fontsize=10];",
        ]
        for (number, component) in components.enumerated() {
            let (label, origin) = (DiagramText.dot(Self.caption(component)), DiagramText.dot(component.origin))
            lines.append("  n\(number) [label=\"\(label)\", tooltip=\"\(origin)\"];")
        }
        let circular = circularLines
        for (number, component) in components.enumerated() {
            for dependency in component.dependencies {
                for target in dependency.numbers {
                    let style =
                        dependency.isLater
                        ? ", style=dashed" : circular.contains([number, target]) ? ", color=red" : ""
                    lines.append("  n\(number) -> n\(target) [label=\"\(DiagramText.dot(dependency.label))\"\(style)];")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }
}
