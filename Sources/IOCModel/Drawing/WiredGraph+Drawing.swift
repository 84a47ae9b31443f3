extension WiredGraph {
    /// More than this is no picture any more.
    private static let mostDrawn = 400

    /// The whole graph as one SVG element, laid out without anybody's help; node `n3` is the component of number 3.
    ///
    /// Dashed lines are providers; red ones close a circle. Nil for a graph of no or too many components.
    package var drawing: String? {
        guard (1...Self.mostDrawn).contains(components.count) else { return nil }
        let captions = components.map { component in
            component.scope == "singleton" ? component.name : "\(component.name) (\(component.scope))"
        }
        let widths = captions.map { Double($0.count) * 6.9 + 20 }
        let layout = GraphLayout(
            successors: components.map { $0.dependencies.flatMap(\.targets) }, widths: widths, rowHeight: 40)
        let circular = Set(
            cycles.flatMap { cycle in cycle.indices.map { [cycle[$0], cycle[($0 + 1) % cycle.count]] } })
        let size = "\(Self.number(layout.width + 16)) \(Self.number(layout.height + 16))"
        let extent = size.split(separator: " ")
        var lines = [
            """
            <svg viewBox="-8 -8 \(size)" width="\(extent[0])" height="\(extent[1])" role="img" \
            font-family="system-ui, sans-serif" font-size="12">
            """
        ]
        for line in layout.lines {
            let dependencies = components[line.from].dependencies.filter { $0.targets.contains(line.to) }
            let isLater = dependencies.allSatisfy(\.isLater)
            let color = circular.contains([line.from, line.to]) && !isLater ? "#cf222e" : "#8c959f"
            let label = Self.markup(dependencies.map(\.label).joined(separator: ", "))
            lines.append(
                """
                <path fill="none" stroke="\(color)"\(isLater ? " stroke-dasharray=\"5 4\"" : "") \
                d="\(Self.path(line))"><title>\(label)</title></path>
                """)
        }
        for (number, place) in layout.nodes.enumerated() {
            let position = "translate(\(Self.number(place.x)),\(Self.number(place.y - 14)))"
            lines.append(
                """
                <g class="node" transform="\(position)"><title>n\(number)</title><rect \
                width="\(Self.number(widths[number]))" height="28" rx="6" fill="#f6f8fa" stroke="#8c959f"/><text \
                x="10" y="18" fill="#1f2328">\(Self.markup(captions[number]))</text></g>
                """)
        }
        return lines.joined(separator: "\n") + "\n</svg>"
    }

    /// A smooth line; one between members of a column bows to the left of it.
    private static func path(_ line: GraphLayout.Line) -> String {
        func text(_ point: GraphLayout.Point) -> String { "\(number(point.x)),\(number(point.y))" }
        var path = "M\(text(line.points[0]))"
        for (from, to) in zip(line.points, line.points.dropFirst()) {
            let bow = from.x < to.x ? (to.x - from.x) / 2 : 40
            let (leaving, arriving) = (from.x + bow, to.x - bow)
            path += " C\(number(leaving)),\(number(from.y)) \(number(arriving)),\(number(to.y)) \(text(to))"
        }
        return path
    }

    /// A coordinate with one digit after the point.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    private static func markup(_ text: String) -> String {
        DiagramText.readable(text).unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            default: result.unicodeScalars.append(scalar == "\n" ? " " : scalar)
            }
        }
    }
}
