/// The figures as a Markdown table.
enum Table {
    static let head = """
        | Row | Baseline | Baseline ns | Measured ns | Figure | Limit | |
        | --- | --- | ---: | ---: | ---: | ---: | --- |
        """

    /// Returns one line of the table.
    /// - Parameter isJudged: True if there are enough measurements to compare the figure with the limit.
    static func line(_ row: Row, _ figure: Row.Figure, isJudged: Bool) -> String {
        let verdict = isJudged ? (row.isWithinLimit(figure) ? "ok" : "over") : ""
        let cells =
            switch figure {
            case .times(let baseline, let measured):
                [
                    text(baseline), text(measured), "\(text(figure.value, digits: 2)) ×",
                    "\(text(row.limit, digits: 1)) ×",
                ]
            case .bytes(let bytes):
                ["", "", "\(text(bytes, digits: 0)) B", "\(text(row.limit, digits: 0)) B"]
            }
        return "| \(([row.name, row.baseline] + cells + [verdict]).joined(separator: " | ")) |"
    }

    /// Returns a number of nanoseconds as text. Short times have one decimal place.
    private static func text(_ nanoseconds: Double) -> String { text(nanoseconds, digits: nanoseconds < 100 ? 1 : 0) }

    private static func text(_ value: Double, digits: Int) -> String {
        if digits == 0 { return "\(Int(value.rounded()))" }
        let scale = digits == 1 ? 10 : 100
        let scaled = Int((value * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        return "\(scaled / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}
