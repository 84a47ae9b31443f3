/// The summary of repeats of one measurement.
package enum Statistics {
    /// The value in the middle, or halfway between the two there; zero where there is none.
    package static func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

    /// The values below and above which a quarter lies.
    package static func quartiles(_ values: [Double]) -> (low: Double, high: Double) {
        (quantile(0.25, of: values), quantile(0.75, of: values))
    }

    /// The value at that share of the way from the least to the greatest, by a straight line between neighbors.
    private static func quantile(_ share: Double, of values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let place = share * Double(sorted.count - 1)
        let index = Int(place)
        let next = min(index + 1, sorted.count - 1)
        return sorted[index] + (sorted[next] - sorted[index]) * (place - Double(index))
    }
}
