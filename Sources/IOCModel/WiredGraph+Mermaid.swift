extension WiredGraph {
    /// The graph as a Mermaid flowchart.
    package var mermaid: String {
        var lines = ["flowchart LR"]
        for (number, component) in components.enumerated() {
            let label = Self.caption(component).map(Self.mermaidEscaped).joined(separator: "<br/>")
            lines.append("  n\(number)[\"\(label)\"]")
        }
        for (number, component) in components.enumerated() {
            for dependency in component.dependencies {
                let arrow = dependency.isLater ? "-.->" : "-->"
                for target in dependency.targets {
                    lines.append("  n\(number) \(arrow)|\"\(Self.mermaidEscaped(dependency.label))\"| n\(target)")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func mermaidEscaped(_ text: String) -> String {
        escaped(text) { scalar in
            "\"#<>&|".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : scalar.value < 0x20 ? " " : nil
        }
    }
}
