/// One row of the table: what is measured, against what, and what it may cost.
package struct Benchmark {
    /// The cost of a number of rounds.
    package typealias Sample = (_ rounds: Int) throws -> Cost

    /// Bytes that were counted once; a quick count does little.
    package typealias Count = nonisolated(nonsending) (_ isQuick: Bool) async throws -> Double

    /// The way a row gets its figure.
    package enum Trial {
        /// Two samples, taken in turn; the figure is how many times the baseline's time is taken. What swings more, as
        /// threads that share an object do, is sampled `times` as often.
        case comparison(baseline: Sample, measured: Sample, rounds: Rounds = .calibrated, times: Int = 1)
        /// A sample by itself; the figure is the nanoseconds of a round.
        case time(Sample, rounds: Rounds = .calibrated)
        /// Something counted once; the figure is in bytes.
        case bytes(Count)
        /// Two works, each done once in new processes, in turn; the figure is how many times the baseline's time is taken.
        case firstTime(baseline: FirstWork, measured: FirstWork)
        /// Some work that is done once in a new process; the figure is in bytes of each of its parts.
        case firstBytes(FirstWork)
    }

    /// The number of rounds a sample has.
    package enum Rounds {
        /// As many as a sample needs to take long enough.
        case calibrated
        case fixed(Int)
    }

    package enum Unit: String, Codable, Sendable {
        case ratio
        case nanoseconds
        case bytes
    }

    package let name: String
    package let unit: Unit
    /// The most the figure may be; nil for a row that is there to compare with.
    package let bar: Double?
    /// The target that is known to be reachable, or nearly so.
    package let target: Double?
    /// Sets the row up; called only when it is wanted.
    package let prepare: () throws -> Trial

    package init(
        _ name: String, unit: Unit = .ratio, bar: Double?, target: Double? = nil,
        prepare: @escaping () throws -> Trial
    ) {
        self.name = name
        self.unit = unit
        self.bar = bar
        self.target = target
        self.prepare = prepare
    }
}
