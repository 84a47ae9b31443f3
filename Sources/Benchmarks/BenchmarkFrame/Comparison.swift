/// The changes between two runs.
package struct Comparison: Equatable, Sendable {
    package enum Verdict: String, Sendable {
        /// The spreads of both runs overlap.
        case within = "within the spread"
        case better
        case worse
        /// Only one of the runs has the row.
        case new
        case gone
    }

    package struct Row: Equatable, Sendable {
        package var name: String
        package var unit: Benchmark.Unit
        package var before: Double?
        package var now: Double?
        package var verdict: Verdict
        /// The number of times the earlier figure the later one is.
        package var ratio: Double? {
            guard let before, let now, before != 0 else { return nil }
            return now / before
        }
    }

    package let rows: [Row]

    /// - Parameters:
    ///   - before: The earlier run.
    ///   - now: The later one.
    ///   - isPart: True if the later run left rows out, so that those aren't missed.
    package init(_ before: Report, _ now: Report, isPart: Bool) {
        let earlier = Dictionary(before.figures.map { ($0.name, $0) }) { first, _ in first }
        var rows = now.figures.map { figure in
            let old = earlier[figure.name]
            return Row(
                name: figure.name, unit: figure.unit, before: old?.value, now: figure.value,
                verdict: old.map { Self.verdict($0.interval, figure.interval) } ?? .new)
        }
        let names = Set(now.figures.map(\.name))
        for figure in before.figures where !isPart && !names.contains(figure.name) {
            rows.append(Row(name: figure.name, unit: figure.unit, before: figure.value, now: nil, verdict: .gone))
        }
        self.rows = rows
    }

    private static func verdict(_ before: ClosedRange<Double>, _ now: ClosedRange<Double>) -> Verdict {
        if before.overlaps(now) { return .within }
        return now.lowerBound > before.upperBound ? .worse : .better
    }
}

extension Figure {
    /// Where half of its samples lie; what was counted once is as exact as the table shows it.
    fileprivate var interval: ClosedRange<Double> {
        let room = abs(value) * 0.005
        return (low ?? value - room)...(high ?? value + room)
    }
}

extension Report {
    /// The lines of a comparison.
    package static func table(_ comparison: Comparison) -> String {
        let head = """
            | \(pad("what", nameWidth)) |      before |         now |  ratio | verdict           |
            | \(String(repeating: "-", count: nameWidth)) | ----------: | ----------: | -----: | ----------------- |
            """
        let rows = comparison.rows.map { row in
            let cells = [
                pad(row.name, nameWidth), right(row.before.map { amount($0, row.unit) } ?? "", 11),
                right(row.now.map { amount($0, row.unit) } ?? "", 11), right(row.ratio.map { fixed($0, 2) } ?? "", 6),
                pad(row.verdict.rawValue, 17),
            ]
            return "| \(cells.joined(separator: " | ")) |"
        }
        return ([head] + rows).joined(separator: "\n")
    }
}
