/// The text of faults: what is wrong, where it is wrong, what was wanted and found, and one remedy.
package enum FaultRenderer {
    /// Returns the text of all faults. If there are several, they are counted and numbered.
    package static func render(_ faults: [Fault]) -> String {
        guard faults.count != 1 else { return render(faults[0]) }
        let blocks = faults.enumerated().map { "\($0.offset + 1). \(render($0.element))" }
        return "\(faults.count) faults\n\n" + blocks.joined(separator: "\n\n")
    }

    /// Returns the text of a fault: a headline, and labeled lines below it.
    package static func render(_ fault: Fault) -> String {
        var lines = [fault.headline]
        let hints = fault.hints
        func add(_ label: String, shown text: String) {
            lines.append("   " + label + String(repeating: " ", count: max(1, 12 - label.count)) + text)
        }
        func add(_ label: String, _ text: String) { add(label, shown: ShownText.line(text)) }
        // The thrown error comes first, because it explains what went wrong.
        if let cause = fault.cause {
            // The text of another error may have several lines.
            let text = ShownText.block("\(cause)")
            add("cause", shown: text.replacing("\n", with: "\n" + String(repeating: " ", count: 15)))
        }
        if let location = fault.location { add("at", location) }
        if let phrase = fault.phrase { add("wanted", phrase) }
        if fault.path.count > 1 { add("path", fault.path.joined(separator: " -> ")) }
        for candidate in hints.candidates { add("candidate", "\(candidate.shown) (\(candidate.origin))") }
        for miss in hints.nearMisses {
            add("near miss", "\(miss.name): \(miss.reason)" + (miss.origin.map { " (\($0))" } ?? ""))
        }
        for line in drawing(fault.kind.cycle) + fault.kind.details() { add(line.label, line.text) }
        if let suggestion = hints.suggestion { add("did you mean", "'\(suggestion)'?") }
        add("fix", fault.remedy)
        return lines.joined(separator: "\n")
    }

    /// Returns the lines that draw a cycle. Each step has the property that leads to the next component.
    private static func drawing(_ steps: [Fault.CycleStep]) -> [(label: String, text: String)] {
        let texts = steps.map { $0.component + ($0.property.map { ".\($0)" } ?? "") }
        guard steps.count > 1 else { return texts.map { ("cycle", "\($0) -> itself") } }
        let lines = texts.enumerated().map { $0 == 0 ? ("cycle", "┌─> \($1)") : ("", "│   \($1)") }
        return lines + [("", "└── back to \(steps[0].component)")]
    }
}
