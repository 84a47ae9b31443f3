/// A picture of nodes and lines as one SVG element, laid out without anybody's help.
///
/// Dashed lines are providers; red ones close a circle.
struct GraphDrawing {
    /// A box.
    struct Node {
        /// What its title is, and what lines call it.
        var title: String
        var caption: String
        /// The module that it stands for.
        var module: String?
    }

    /// A line from one box to another.
    struct Line {
        var from, to: Int
        var label: String
        var isLater = false
        var isCircular = false
        /// How many properties it stands for.
        var count = 1
    }

    let nodes: [Node]
    let lines: [Line]
    /// How large the boxes are beside the lines: few of them can be large, with many lines close together.
    var scale = 1.0

    var svg: String {
        let widths = nodes.map { (Double($0.caption.count) * 6.9 + 20) * scale }
        var successors = [[Int]](repeating: [], count: nodes.count)
        for line in lines { successors[line.from].append(line.to) }
        let layout = GraphLayout(
            successors: successors, widths: widths, rowHeight: 40 * scale, lineHeight: 13 / scale / scale,
            gap: 90 / scale)
        let told = Dictionary(lines.map { ([$0.from, $0.to], $0) }, uniquingKeysWith: { $1 })
        let (width, height) = (layout.width + 16, layout.height + 16)
        var text = [
            """
            <svg viewBox="-8 -8 \(Self.number(width)) \(Self.number(height))" width="\(Self.number(width / scale))" \
            height="\(Self.number(height / scale))" role="img" font-family="system-ui, sans-serif" \
            font-size="\(Self.number(12 * scale))">
            """
        ]
        for path in layout.lines {
            guard let line = told[[path.from, path.to]] else { continue }
            let dashes = line.isLater ? " stroke-dasharray=\"5 4\"" : ""
            text.append(
                """
                <g class="edge" data-ends="\(nodes[path.from].title)-&gt;\(nodes[path.to].title)"><title>\
                \(Self.markup(line.label))</title><path fill="none" stroke="\(line.isCircular ? "#cf222e" : "#8c959f")" \
                stroke-width="\(Self.number(Self.strength(line.count)))"\(dashes) d="\(Self.path(path))"/></g>
                """)
        }
        for ((node, width), place) in zip(zip(nodes, widths), layout.nodes) {
            let position = "translate(\(Self.number(place.x)),\(Self.number(place.y - 14 * scale)))"
            let module = node.module.map { " data-module=\"\(Self.markup($0))\"" } ?? ""
            text.append(
                """
                <g class="node"\(module) transform="\(position)"><title>\(node.title)</title><rect \
                width="\(Self.number(width))" height="\(Self.number(28 * scale))" rx="\(node.module == nil ? 6 : 0)" \
                fill="\(node.module == nil ? "#f6f8fa" : "#ddf4ff")" stroke="#8c959f"/><text \
                x="\(Self.number(10 * scale))" y="\(Self.number(18 * scale))" fill="#1f2328">\(Self.markup(node.caption))</text></g>
                """)
        }
        return text.joined(separator: "\n") + "\n</svg>"
    }

    /// How thick a line is that stands for some properties: the more, the thicker, up to four times.
    private static func strength(_ count: Int) -> Double { min(4, 1 + Double(count - 1) / 8) }

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

    static func markup(_ text: String) -> String {
        DiagramText.readable(text).replacingScalars { scalar in
            switch scalar {
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            case "\"": "&quot;"
            case "\n": " "
            default: nil
            }
        }
    }
}
