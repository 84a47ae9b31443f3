/// Takes the samples of a row.
package struct Runner {
    /// The number of times each sample is taken.
    package let repeats: Int
    /// The nanoseconds a calibrated sample should take; zero for a single round.
    package let sampleTime: Double
    /// True if it only matters that the rows run.
    package let isQuick: Bool

    package init(isQuick: Bool) {
        self.isQuick = isQuick
        repeats = isQuick ? 1 : 11
        sampleTime = isQuick ? 0 : 20e6
    }

    package nonisolated(nonsending) func run(_ benchmark: Benchmark) async throws -> Figure {
        switch try benchmark.prepare() {
        case .comparison(let baseline, let measured, let rounds, let factor):
            let baseRounds = try count(rounds, baseline)
            let ownRounds = try count(rounds, measured)
            var (base, own): ([Cost], [Cost]) = ([], [])
            for turn in 0..<(isQuick ? 1 : repeats * factor) {
                // In turn, and in both orders, so that neither always comes after the other.
                if turn.isMultiple(of: 2) { base.append(try baseline(baseRounds) / Double(baseRounds)) }
                own.append(try measured(ownRounds) / Double(ownRounds))
                if !turn.isMultiple(of: 2) { base.append(try baseline(baseRounds) / Double(baseRounds)) }
            }
            let ratios = zip(own, base).map { $0.nanoseconds / max($1.nanoseconds, .leastNonzeroMagnitude) }
            return Figure(benchmark, values: ratios, baseline: base, measured: own, isJudged: !isQuick)
        case .time(let sample, let rounds):
            let rounds = try count(rounds, sample)
            var costs: [Cost] = []
            for _ in 0..<repeats { costs.append(try sample(rounds) / Double(rounds)) }
            return Figure(benchmark, values: costs.map(\.nanoseconds), measured: costs, isJudged: !isQuick)
        case .bytes(let count):
            return Figure(benchmark, values: [try await count(isQuick)], isJudged: !isQuick)
        }
    }

    private func count(_ rounds: Benchmark.Rounds, _ sample: Benchmark.Sample) throws -> Int {
        switch rounds {
        case .fixed(let count): return isQuick ? 1 : count
        case .calibrated:
            var count = 1
            while sampleTime > 0 {
                let time = try sample(count).nanoseconds
                if time >= sampleTime / 2 { return max(1, Int(Double(count) * sampleTime / time)) }
                count *= time < sampleTime / 20 ? 8 : 2
            }
            return count
        }
    }
}
