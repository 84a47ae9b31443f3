/// Texts as labels of diagrams.
package enum DiagramText {
    /// A label in Graphviz's language, between quotation marks.
    package static func dot(_ text: String) -> String {
        readable(text).replacingScalars { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0 == "\n" ? "\\n" : nil }
    }

    /// A label of a Mermaid flowchart, between quotation marks.
    package static func mermaid(_ text: String) -> String {
        readable(text).replacingScalars { scalar in
            if "\"#<>&|".unicodeScalars.contains(scalar) { return "#\(scalar.value);" }
            return scalar == "\n" ? "<br/>" : nil
        }
    }

    /// Blanks for what is not seen as itself; a line's end stays.
    package static func readable(_ text: String) -> String {
        ShownText.block(text.replacingScalars { $0 != "\n" && ShownText.isHidden($0) ? " " : nil })
    }
}
