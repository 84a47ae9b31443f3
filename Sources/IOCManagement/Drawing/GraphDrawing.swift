#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A drawing of a graph for Graphviz and Mermaid, from the graph's JSON.
///
/// The plugin `draw-graph` also compiles the files of this folder, so they import no other module of the package.
struct GraphDrawing {
    private struct Graph: Decodable {
        struct Component: Decodable {
            var name, type, scope, origin: String
            var dependencies: [Dependency]
        }
        struct Dependency: Decodable {
            /// Nil for a component that was looked up in the context while an instance was created.
            var property: String?
            var kind: String
            var targets: [String]

            var label: String { property ?? "(looked up)" }
            /// True if the component is resolved later, by a provider.
            var isLater: Bool { kind == "provider" }
        }
        var components: [Component]
        var cycles: [[String]]
    }

    /// A line from a component to a component that it depends on, by their indices.
    private struct Line {
        var from, to: Int
        var dependency: Graph.Dependency
    }

    private let graph: Graph
    private let lines: [Line]

    /// Reads a graph.
    /// - Parameter json: The graph's JSON.
    /// - Throws: A `DecodingError` if the JSON does not describe a graph.
    init(json: String) throws {
        let graph = try JSONDecoder().decode(Graph.self, from: Data(json.utf8))
        let numbers = Dictionary(
            graph.components.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.graph = graph
        lines = graph.components.enumerated().flatMap { number, component in
            component.dependencies.flatMap { dependency in
                dependency.targets.compactMap { numbers[$0] }.map {
                    Line(from: number, to: $0, dependency: dependency)
                }
            }
        }
    }

    // MARK: Graphviz

    /// The graph in Graphviz's language. Dashed edges are providers, and red edges belong to a cycle.
    var dot: String {
        var text = [
            "digraph ioc {", "  rankdir=LR;", "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
            "  edge [fontname=\"Helvetica\", fontsize=10];",
        ]
        for (number, component) in graph.components.enumerated() {
            let (label, origin) = (Self.dot(Self.caption(component)), Self.dot(component.origin))
            text.append("  n\(number) [label=\"\(label)\", tooltip=\"\(origin)\"];")
        }
        let circular = Set(
            graph.cycles.flatMap { cycle in zip(cycle, cycle.dropFirst() + cycle.prefix(1)).map { [$0, $1] } })
        for line in lines {
            let ends = [graph.components[line.from].name, graph.components[line.to].name]
            let style = line.dependency.isLater ? ", style=dashed" : circular.contains(ends) ? ", color=red" : ""
            text.append("  n\(line.from) -> n\(line.to) [label=\"\(Self.dot(line.dependency.label))\"\(style)];")
        }
        return text.joined(separator: "\n") + "\n}\n"
    }

    private static func dot(_ text: String) -> String {
        escaped(text) { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0 == "\n" ? "\\n" : nil }
    }

    // MARK: Mermaid

    /// The graph as a Mermaid flowchart.
    var mermaid: String {
        var text = ["flowchart LR"]
        for (number, component) in graph.components.enumerated() {
            text.append("  n\(number)[\"\(Self.mermaid(Self.caption(component)))\"]")
        }
        for line in lines {
            let arrow = line.dependency.isLater ? "-.->" : "-->"
            text.append("  n\(line.from) \(arrow)|\"\(Self.mermaid(line.dependency.label))\"| n\(line.to)")
        }
        return text.joined(separator: "\n") + "\n"
    }

    private static func mermaid(_ text: String) -> String {
        escaped(text) { scalar in
            if "\"#<>&|".unicodeScalars.contains(scalar) { return "#\(scalar.value);" }
            return scalar == "\n" ? "<br/>" : nil
        }
    }

    // MARK: Texts

    /// Returns a component's name, its type if that differs from the name, and its scope if that isn't singleton, each
    /// on its own line.
    private static func caption(_ component: Graph.Component) -> String {
        var lines = [component.name]
        if component.type != component.name { lines.append(component.type) }
        if component.scope != "singleton" { lines.append(component.scope) }
        return lines.joined(separator: "\n")
    }

    /// Returns a text with replacements for some scalars, and spaces for invisible ones.
    private static func escaped(_ text: String, _ spelling: (Unicode.Scalar) -> String?) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let spelling = spelling(scalar) {
                result += spelling
            } else if isHidden(scalar) {
                result += " "
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // The joiners U+200C and U+200D are not hidden, because words and emoji contain them.
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        default: false
        }
    }
}
