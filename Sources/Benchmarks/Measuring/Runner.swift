/// A runner that takes the samples of a row.
struct Runner {
    let isQuick: Bool
    private var repeats: Int { isQuick ? 1 : 11 }
    /// The minimum duration of a calibrated sample in nanoseconds.
    private let sampleTime = 20e6

    init(isQuick: Bool) { self.isQuick = isQuick }

    func figure(of row: Row) throws -> Row.Figure {
        switch try row.prepare() {
        case .ratio(let baseline, let measured, let rounds):
            let (few, many) = try (count(rounds, baseline), count(rounds, measured))
            return try alternate({ try baseline(few) / Double(few) }, { try measured(many) / Double(many) })
        case .firstTime(let baseline, let measured):
            return try alternate(
                { try baseline.costInNewProcess().nanoseconds }, { try measured.costInNewProcess().nanoseconds })
        case .firstBytes(let work):
            return .bytes(median(try (0..<repeats).map { _ in try work.costInNewProcess().bytes }))
        }
    }

    /// Takes both samples in each turn. The order alternates from turn to turn.
    private func alternate(_ baseline: () throws -> Double, _ measured: () throws -> Double) throws -> Row.Figure {
        var (base, own): ([Double], [Double]) = ([], [])
        for turn in 0..<repeats {
            if turn.isMultiple(of: 2) { base.append(try baseline()) }
            own.append(try measured())
            if !turn.isMultiple(of: 2) { base.append(try baseline()) }
        }
        return .times(baseline: median(base), measured: median(own))
    }

    /// Returns the number of rounds of a sample.
    private func count(_ rounds: Int?, _ sample: Row.Sample) throws -> Int {
        if isQuick { return 1 }
        if let rounds { return rounds }
        var count = 1
        while try sample(count) < sampleTime { count *= 2 }
        return count
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
