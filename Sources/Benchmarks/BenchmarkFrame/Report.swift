import FoundationEssentials

/// The figures of a run, as a table for people or as JSON for programs.
package struct Report: Codable, Equatable, Sendable {
    package var figures: [Figure] = []

    package init(_ figures: [Figure] = []) { self.figures = figures }

    /// The names of the rows over their bars.
    package var missed: [String] { figures.filter { $0.verdict == .missed }.map(\.name) }

    // MARK: Table

    /// The head of the table.
    /// - Parameter instructions: True if it has a column for them.
    package static func head(instructions: Bool) -> String {
        let names = [
            pad("what", nameWidth), "baseline ns", "measured ns", "   value", "     spread", "     bar", " target",
            "verdict",
        ]
        let rules = [
            String(repeating: "-", count: nameWidth), "----------:", "----------:", "-------:", "----------:",
            "-------:",
            "------:", "-------",
        ]
        func line(_ cells: [String], _ last: String) -> String {
            "| \((instructions ? cells + [last] : cells).joined(separator: " | ")) |"
        }
        let rule = String(repeating: "-", count: instructionWidth - 1) + ":"
        return line(names, right("instructions", instructionWidth)) + "\n" + line(rules, rule)
    }

    static let nameWidth = 72
    static let instructionWidth = 18

    /// One line of the table.
    /// - Parameter instructions: True if it has a column for them.
    package static func row(_ figure: Figure, instructions: Bool) -> String {
        let spread = figure.low.flatMap { low in
            figure.high.map { high in
                figure.unit == .ratio ? "\(fixed(low, 2))–\(fixed(high, 2))" : "\(number(low))–\(number(high))"
            }
        }
        let cells = [
            pad(figure.name, nameWidth), right(figure.baseline.map(number) ?? "", 11),
            right(figure.measured.map(number) ?? "", 11), right(amount(figure.value, figure.unit), 8),
            right(spread ?? "", 11), right(figure.bar.map { amount($0, figure.unit) } ?? "", 8),
            right(figure.target.map { amount($0, figure.unit) } ?? "", 7), pad(word(figure.verdict), 7),
        ]
        let count = figure.instructions.map(number) ?? ""
        let ratio = figure.instructionRatio.map { " (\(fixed($0, 2)) ×)" } ?? ""
        let last = instructions ? [right(count + ratio, instructionWidth)] : []
        return "| \((cells + last).joined(separator: " | ")) |"
    }

    private static func word(_ verdict: Figure.Verdict) -> String { verdict == .open ? "" : verdict.rawValue }

    static func amount(_ value: Double, _ unit: Benchmark.Unit) -> String {
        switch unit {
        case .ratio: "\(fixed(value, 2)) ×"
        case .nanoseconds: "\(number(value)) ns"
        case .bytes: "\(grouped(Int(value.rounded()))) B"
        }
    }

    static func number(_ value: Double) -> String {
        value < 100 ? fixed(value, 1) : grouped(Int(value.rounded()))
    }

    /// A number with that many digits after the point.
    static func fixed(_ value: Double, _ digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let rounded = Int((value * Double(scale)).rounded())
        let fraction = String(abs(rounded) % scale)
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(rounded < 0 ? "-" : "")\(abs(rounded) / scale).\(zeros)\(fraction)"
    }

    /// A number with a comma between each three digits.
    static func grouped(_ value: Int) -> String {
        var digits = String(abs(value))
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (value < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }

    static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    // MARK: JSON

    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
