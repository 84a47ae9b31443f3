import IOCModel

/// The wiring that sources and a configuration come to, to draw.
package struct SourceGraph: Sendable, Equatable {
    /// One component.
    package struct Component: Sendable, Equatable {
        /// The name it is registered under.
        package var name: String
        /// Its class.
        package var typeName: String
        /// How long its instances live.
        package var scope: String
        /// Where it was declared.
        package var origin: String
        /// Where its properties lead.
        package var dependencies: [Dependency]
    }

    /// One injection point.
    package struct Dependency: Sendable, Equatable {
        /// The property.
        package var property: String
        /// What it takes: `one`, `optional`, `all`, `allByName`, `provider`.
        package var kind: String
        /// The components it leads to, by their numbers.
        package var targets: [Int]

        /// Whether the component is asked for later.
        package var isLater: Bool { kind == "provider" }
    }

    /// All components, by name.
    package var components: [Component]
    /// Components that need each other in a circle, by their numbers.
    package var cycles: [[Int]]

    /// The graph of a check.
    package init(_ result: CheckResult) {
        let (definitions, wiring) = (result.definitions, result.wiring)
        components = definitions.indices.map { index in
            Component(
                name: definitions[index].name, typeName: definitions[index].typeName,
                scope: definitions[index].scope.name, origin: definitions[index].origin.description,
                dependencies: wiring.edges[index].map { edge in
                    Dependency(property: edge.property, kind: Self.kind(edge.shape), targets: edge.targets)
                })
        }
        let walk = GraphWalk(successors: wiring.successors)
        cycles = walk.groups.filter(walk.isCycle).map(walk.cycle)
    }

    private static func kind(_ shape: InjectionShape) -> String {
        switch shape {
        case .one: "one"
        case .optional: "optional"
        case .all: "all"
        case .allByName: "allByName"
        case .provider, .optionalProvider: "provider"
        case .property: "property"
        }
    }

    /// Pairs of neighbours on a cycle.
    fileprivate var circularEdges: Set<[Int]> {
        Set(cycles.flatMap { cycle in cycle.indices.map { [cycle[$0], cycle[($0 + 1) % cycle.count]] } })
    }
}

// MARK: Formats

extension SourceGraph {
    /// The graph in Graphviz's language.
    package var dot: String {
        var lines = [
            "digraph ioc {", "  rankdir=LR;", "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
            "  edge [fontname=\"Helvetica\", fontsize=10];",
        ]
        for (number, component) in components.enumerated() {
            let label = Self.caption(component).map(Self.dotEscaped).joined(separator: "\\n")
            lines.append("  n\(number) [label=\"\(label)\", tooltip=\"\(Self.dotEscaped(component.origin))\"];")
        }
        let circular = circularEdges
        for (number, component) in components.enumerated() {
            for dependency in component.dependencies {
                for target in dependency.targets {
                    var style = dependency.isLater ? ", style=dashed" : ""
                    if circular.contains([number, target]), !dependency.isLater { style += ", color=red" }
                    lines.append(
                        "  n\(number) -> n\(target) [label=\"\(Self.dotEscaped(dependency.property))\"\(style)];")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

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
                    lines.append("  n\(number) \(arrow)|\"\(Self.mermaidEscaped(dependency.property))\"| n\(target)")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph as JSON, with names for the targets.
    package var json: String {
        func quoted(_ text: String) -> String { "\"\(Self.jsonEscaped(text))\"" }
        func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }
        func name(_ number: Int) -> String { quoted(components[number].name) }
        let parts = components.map { component in
            let dependencies = component.dependencies.map { dependency in
                "        { \"property\": \(quoted(dependency.property)), \"kind\": \(quoted(dependency.kind)), "
                    + "\"targets\": \(list(dependency.targets.map(name))) }"
            }
            let inner = dependencies.isEmpty ? "[]" : "[\n\(dependencies.joined(separator: ",\n"))\n      ]"
            return """
                    {
                      "name": \(quoted(component.name)),
                      "type": \(quoted(component.typeName)),
                      "scope": \(quoted(component.scope)),
                      "origin": \(quoted(component.origin)),
                      "dependencies": \(inner)
                    }
                """
        }
        let body = parts.isEmpty ? "[]" : "[\n\(parts.joined(separator: ",\n"))\n  ]"
        return "{\n  \"components\": \(body),\n  \"cycles\": \(list(cycles.map { list($0.map(name)) }))\n}\n"
    }

    /// A component's name, and what the name does not tell of its class and scope.
    private static func caption(_ component: Component) -> [String] {
        var lines = [component.name]
        if component.typeName != component.name { lines.append(component.typeName) }
        if component.scope != "singleton" { lines.append(component.scope) }
        return lines
    }

    private static func dotEscaped(_ text: String) -> String {
        replacing(text) { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0.value < 0x20 ? " " : nil }
    }

    private static func mermaidEscaped(_ text: String) -> String {
        replacing(text) { scalar in
            "\"#<>&|".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : scalar.value < 0x20 ? " " : nil
        }
    }

    private static func jsonEscaped(_ text: String) -> String {
        replacing(text) { scalar in
            if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
            guard scalar.value < 0x20 else { return nil }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    private static func replacing(_ text: String, _ change: (Unicode.Scalar) -> String?) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let changed = change(scalar) { result += changed } else { result.unicodeScalars.append(scalar) }
        }
    }
}
