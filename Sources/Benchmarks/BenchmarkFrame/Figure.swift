/// The result of a row.
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
    /// Instructions of one round of the baseline, where they are counted.
    package var baselineInstructions: Double?
    /// Instructions of one round of what is measured, where they are counted.
    package var instructions: Double?
    /// The ratio, the nanoseconds or the bytes that the bar is about.
    package var value: Double
    /// A quarter of the samples are below it; nil for what is counted once.
    package var low: Double?
    /// A quarter of the samples are above it; nil for what is counted once.
    package var high: Double?
    package var bar: Double?
    package var target: Double?
    package var verdict: Verdict

    /// - Parameters:
    ///   - values: The summary of the samples; the figure is the one in the middle.
    ///   - baseline: The samples of the baseline.
    ///   - measured: The samples of what is measured.
    ///   - isJudged: True if enough was measured for a verdict.
    package init(
        _ benchmark: Benchmark, values: [Double], baseline: [Cost] = [], measured: [Cost] = [], isJudged: Bool
    ) {
        name = benchmark.name
        unit = benchmark.unit
        self.baseline = baseline.isEmpty ? nil : Statistics.median(baseline.map(\.nanoseconds))
        self.measured = measured.isEmpty ? nil : Statistics.median(measured.map(\.nanoseconds))
        baselineInstructions = Self.instructions(baseline)
        instructions = Self.instructions(measured)
        value = Statistics.median(values)
        if values.count > 1 { (low, high) = Statistics.quartiles(values) }
        bar = benchmark.bar
        target = benchmark.target
        verdict = .open
        if isJudged { verdict = Self.verdict(on: min(value, instructionRatio ?? value), bar: bar, target: target) }
    }

    /// The number of times the baseline's instructions are executed; nil where not both were counted.
    ///
    /// A slow allocator or a busy machine moves the time alone, so a bar is kept where one of the two ratios is within it.
    package var instructionRatio: Double? {
        guard unit == .ratio, let instructions, let baselineInstructions, baselineInstructions > 0 else { return nil }
        return instructions / baselineInstructions
    }

    private static func instructions(_ costs: [Cost]) -> Double? {
        let counts = costs.compactMap(\.instructions)
        return counts.isEmpty ? nil : Statistics.median(counts)
    }

    package static func verdict(on value: Double, bar: Double?, target: Double?) -> Verdict {
        guard let bar else { return .open }
        // A figure that the table shows as equal to the bar is within it.
        if value > bar * 1.005 { return .missed }
        return value <= (target ?? bar) * 1.005 ? .target : .bar
    }
}
