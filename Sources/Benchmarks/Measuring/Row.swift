/// One row of the table: the measured work, the work it is compared with, and the limit.
package struct Row {
    /// A function that returns the nanoseconds of a number of rounds.
    package typealias Sample = (_ rounds: Int) throws -> Double

    /// The measurement of a row's figure.
    package enum Measurement {
        /// Two samples, taken alternately. The figure is the ratio of their medians. The number of rounds is calibrated
        /// if it is nil.
        case ratio(baseline: Sample, measured: Sample, rounds: Int? = nil)
        /// Two works that are done alternately, each time in a new process. The figure is the ratio of the medians of
        /// their times.
        case firstTime(baseline: FirstWork, measured: FirstWork)
        /// Work that is done several times, each time in a new process. The figure is the median of the bytes per part
        /// that stay allocated.
        case firstBytes(FirstWork)
    }

    /// The result of a row.
    enum Figure {
        /// Nanoseconds of one round.
        case times(baseline: Double, measured: Double)
        case bytes(Double)

        /// The number that is compared with the limit: a ratio, or bytes.
        var value: Double {
            switch self {
            case .times(let baseline, let measured): measured / max(baseline, .leastNonzeroMagnitude)
            case .bytes(let bytes): bytes
            }
        }
    }

    let name: String
    let baseline: String
    let limit: Double
    /// The function that prepares the row. It is called only if the row is chosen.
    let prepare: () throws -> Measurement

    package init(
        _ name: String, against baseline: String, limit: Double, prepare: @escaping () throws -> Measurement
    ) {
        self.name = name
        self.baseline = baseline
        self.limit = limit
        self.prepare = prepare
    }

    /// Returns true if a figure, rounded to one decimal place, is at most the limit.
    func isWithinLimit(_ figure: Figure) -> Bool { (figure.value * 10).rounded() <= (limit * 10).rounded() }
}
