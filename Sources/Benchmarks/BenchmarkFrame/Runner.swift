/// Takes the samples of a row.
package struct Runner {
    /// The number of times each sample is taken.
    package let repeats: Int
    /// The nanoseconds a calibrated sample should take; zero for a single round.
    package let sampleTime: Double
    /// True if it only matters that the rows run.
    package let isQuick: Bool
    /// The number of processes that do some work for the first time.
    package let processes: Int
    /// True if the instructions of short rounds are counted by stepping through them.
    private let isStepped: Bool
    /// Gets what some work costs in a new process.
    private let launch: FirstWork.Launch

    package init(
        isQuick: Bool, isStepped: Bool = false, launch: @escaping FirstWork.Launch = FirstWork.launch
    ) {
        self.isQuick = isQuick
        self.isStepped = isStepped && !isQuick
        self.launch = launch
        processes = isQuick ? 1 : 7
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
            if isStepped {
                step(through: baseline, &base)
                step(through: measured, &own)
            }
            return figure(benchmark, base, own)
        case .time(let sample, let rounds):
            let rounds = try count(rounds, sample)
            var costs: [Cost] = []
            for _ in 0..<repeats { costs.append(try sample(rounds) / Double(rounds)) }
            return Figure(benchmark, values: costs.map(\.nanoseconds), measured: costs, isJudged: !isQuick)
        case .bytes(let count):
            return Figure(benchmark, values: [try await count(isQuick)], isJudged: !isQuick)
        case .firstTime(let baseline, let measured):
            var (base, own): ([Cost], [Cost]) = ([], [])
            for _ in 0..<processes {
                base.append(try launch(baseline).cost)
                own.append(try launch(measured).cost)
            }
            return figure(benchmark, base, own)
        case .firstBytes(let work):
            let bytes = try (0..<processes).map { _ in try launch(work).bytes }
            return Figure(benchmark, values: bytes, isJudged: !isQuick)
        }
    }

    /// Counts the instructions of some rounds, for all costs alike; leaves them out where a round is long.
    private func step(through sample: @escaping Benchmark.Sample, _ costs: inout [Cost]) {
        let time = Statistics.median(costs.map(\.nanoseconds))
        guard time < 5_000 else { return }
        let rounds = max(4, min(100, Int(2_000 / max(time, 1))))
        guard let count = Instructions.stepped(through: { try sample(rounds) }) else { return }
        for index in costs.indices { costs[index].instructions = count / Double(rounds) }
    }

    /// A row whose figure is the ratio of neighboring samples.
    private func figure(_ benchmark: Benchmark, _ baseline: [Cost], _ measured: [Cost]) -> Figure {
        let ratios = zip(measured, baseline).map { $0.nanoseconds / max($1.nanoseconds, .leastNonzeroMagnitude) }
        return Figure(benchmark, values: ratios, baseline: baseline, measured: measured, isJudged: !isQuick)
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
