/// What a row came to.
package struct Figure: Codable, Equatable, Sendable {
    package enum Verdict: String, Codable, Sendable {
        /// As good as the target, or as the bar where there is no target.
        case target
        /// Within the bar.
        case bar
        /// Over the bar.
        case missed
        /// Nothing is demanded, or too little was measured to tell.
        case open
    }

    package var name: String
    package var unit: Benchmark.Unit
    /// Nanoseconds of one round of the baseline.
    package var baseline: Double?
    /// Nanoseconds of one round of what is measured.
    package var measured: Double?
    /// The ratio, the nanoseconds or the bytes that the bar is about.
    package var value: Double
    package var bar: Double?
    package var target: Double?
    package var verdict: Verdict

    /// - Parameter isJudged: Whether enough was measured for a verdict.
    package init(
        _ benchmark: Benchmark, value: Double, baseline: Double? = nil, measured: Double? = nil, isJudged: Bool
    ) {
        name = benchmark.name
        unit = benchmark.unit
        self.baseline = baseline
        self.measured = measured
        self.value = value
        bar = benchmark.bar
        target = benchmark.target
        verdict = isJudged ? Self.verdict(on: value, bar: bar, target: target) : .open
    }

    package static func verdict(on value: Double, bar: Double?, target: Double?) -> Verdict {
        guard let bar else { return .open }
        // What the table shows as equal to the bar is within it.
        if value > bar * 1.005 { return .missed }
        return value <= (target ?? bar) * 1.005 ? .target : .bar
    }
}
