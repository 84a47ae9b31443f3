/// Takes the samples of a row.
package struct Runner {
    /// How often each sample is taken.
    package let repeats: Int
    /// The nanoseconds a calibrated sample should take; zero for a single round.
    package let sampleTime: Double
    /// Whether it only matters that the rows run.
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
            var baseTimes: [Double] = []
            var times: [Double] = []
            for turn in 0..<(isQuick ? 1 : repeats * factor) {
                // In turn, and in both orders, so that neither always comes after the other.
                if turn.isMultiple(of: 2) { baseTimes.append(try baseline(baseRounds) / Double(baseRounds)) }
                times.append(try measured(ownRounds) / Double(ownRounds))
                if !turn.isMultiple(of: 2) { baseTimes.append(try baseline(baseRounds) / Double(baseRounds)) }
            }
            let ratio = Statistics.median(zip(times, baseTimes).map { $0 / max($1, .leastNonzeroMagnitude) })
            return Figure(
                benchmark, value: ratio, baseline: Statistics.median(baseTimes), measured: Statistics.median(times),
                isJudged: !isQuick)
        case .time(let sample, let rounds):
            let rounds = try count(rounds, sample)
            var times: [Double] = []
            for _ in 0..<repeats { times.append(try sample(rounds) / Double(rounds)) }
            let time = Statistics.median(times)
            return Figure(benchmark, value: time, measured: time, isJudged: !isQuick)
        case .bytes(let count):
            return Figure(benchmark, value: try await count(isQuick), isJudged: !isQuick)
        }
    }

    private func count(_ rounds: Benchmark.Rounds, _ sample: Benchmark.Sample) throws -> Int {
        switch rounds {
        case .fixed(let count): return isQuick ? 1 : count
        case .calibrated:
            var count = 1
            while sampleTime > 0 {
                let time = try sample(count)
                if time >= sampleTime / 2 { return max(1, Int(Double(count) * sampleTime / time)) }
                count *= time < sampleTime / 20 ? 8 : 2
            }
            return count
        }
    }
}
