extension DependencyGraph {
    /// The graph as a Mermaid flowchart.
    public var mermaid: String {
        var lines = ["flowchart LR"]
        for (number, component) in components.enumerated() {
            lines.append("  n\(number)[\"\(DiagramText.mermaid(Self.caption(component)))\"]")
        }
        for (number, component) in components.enumerated() {
            for dependency in component.dependencies {
                let arrow = dependency.isLater ? "-.->" : "-->"
                for target in dependency.numbers {
                    lines.append("  n\(number) \(arrow)|\"\(DiagramText.mermaid(dependency.label))\"| n\(target)")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
