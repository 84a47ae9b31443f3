/// Puts faults into words: what is wrong, where, what was wanted and found, and one thing to do about it.
package enum FaultRenderer {
    /// All faults in one text, with a count.
    package static func render(_ faults: [Fault]) -> String {
        guard faults.count != 1 else { return render(faults[0]) }
        let blocks = faults.enumerated().map { "\($0.offset + 1). \(render($0.element))" }
        return "\(faults.count) faults\n\n" + blocks.joined(separator: "\n\n")
    }

    /// One fault as a headline and labelled lines below it.
    package static func render(_ fault: Fault) -> String {
        var lines = [fault.headline]
        func add(_ label: String, shown text: String) {
            lines.append("   " + label + String(repeating: " ", count: max(1, 12 - label.count)) + text)
        }
        func add(_ label: String, _ text: String) { add(label, shown: ShownText.line(text)) }
        // What was thrown comes first: it says what went wrong.
        if let cause = fault.cause {
            // The text of another error may have lines of its own.
            let text = ShownText.block("\(cause)")
            add("cause", shown: text.replacing("\n", with: "\n" + String(repeating: " ", count: 15)))
        }
        if let location = fault.location { add("at", location) }
        if let wanted = fault.wanted {
            add("wanted", fault.point?.shape.phrase(wanted, named: fault.point?.qualifier) ?? wanted)
        }
        if fault.path.count > 1 { add("path", fault.path.joined(separator: " -> ")) }
        for candidate in fault.namedCandidates { add("candidate", "\(candidate.shown) (\(candidate.origin))") }
        for miss in fault.nearMisses {
            add("near miss", "\(miss.name): \(miss.reason)" + (miss.origin.map { " (\($0))" } ?? ""))
        }
        for line in drawing(fault.kind.cycle) + fault.kind.details { add(line.label, line.text) }
        if let suggestion = fault.suggestion { add("did you mean", "'\(suggestion)'?") }
        add("fix", fault.remedy)
        return lines.joined(separator: "\n")
    }

    /// A cycle, drawn with the property on each edge.
    private static func drawing(_ steps: [Fault.CycleStep]) -> [(label: String, text: String)] {
        let texts = steps.map { $0.component + ($0.property.map { ".\($0)" } ?? "") }
        guard steps.count > 1 else { return texts.map { ("cycle", "\($0) -> itself") } }
        let lines = texts.enumerated().map { $0 == 0 ? ("cycle", "┌─> \($1)") : ("", "│   \($1)") }
        return lines + [("", "└── back to \(steps[0].component)")]
    }
}

extension Fault {
    /// The number of faults of a code that are reported one by one; of others there is one that counts they are.
    package static let limit = 100

    /// The first hundred faults of each code in a list, and for each code with more a fault that counts the rest.
    package static func limited(_ faults: [Fault]) -> [Fault] {
        var list = FaultList()
        for fault in faults { list.add(fault.kind) { $0 = fault } }
        return list.all
    }
}

/// The faults that are reported: the first hundred of each code, and for each code the number of others.
package struct FaultList: Sendable {
    private var reported: [Fault] = []
    private var counts: [IOCError.Code: Int] = [:]
    /// For each code with more faults than are reported one that counts the rest.
    private var rests: [IOCError.Code: Fault.Kind] = [:]

    package init() {}

    package var all: [Fault] { reported + rests.values.map { Fault($0) } }

    /// Adds a fault, which may count others itself.
    /// - Parameters:
    ///   - suggestion: What was probably meant; looked for only if the fault is reported.
    ///   - complete: Adds what else is costly to find, if the fault is reported.
    package mutating func add(
        _ kind: Fault.Kind, at place: Origin? = nil, suggestion: @autoclosure () -> String? = nil,
        _ complete: (inout Fault) -> Void = { _ in }
    ) {
        let code = kind.code
        if kind.rest == 0, counts[code, default: 0] < Fault.limit {
            counts[code, default: 0] += 1
            var fault = Fault(kind, at: place, suggestion: suggestion())
            complete(&fault)
            reported.append(fault)
            return
        }
        let count = (rests[code]?.rest ?? 0) + max(1, kind.rest)
        rests[code] = Fault.Kind(
            code, in: kind.phase, count == 1 ? "there is one more of these" : "there are \(count) more of these",
            do: "correct those that are reported, and check again", rest: count)
    }
}
