/// Texts as labels of diagrams.
package enum DiagramText {
    /// A label in Graphviz's language, between quotation marks.
    package static func dot(_ text: String) -> String {
        escaped(readable(text)) {
            $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0 == "\n" ? "\\n" : $0.value < 0x20 ? " " : nil
        }
    }

    /// A label of a Mermaid flowchart, between quotation marks.
    package static func mermaid(_ text: String) -> String {
        escaped(readable(text)) { scalar in
            if "\"#<>&|".unicodeScalars.contains(scalar) { return "#\(scalar.value);" }
            return scalar == "\n" ? "<br/>" : scalar.value < 0x20 ? " " : nil
        }
    }

    /// Blanks for what is not seen as itself; a line's end stays.
    package static func readable(_ text: String) -> String {
        ShownText.block(
            escaped(text) { $0 != "\n" && ShownText.isHidden($0) ? " " : nil })
    }

    private static func escaped(_ text: String, _ change: (Unicode.Scalar) -> String?) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let changed = change(scalar) { result += changed } else { result.unicodeScalars.append(scalar) }
        }
    }
}
