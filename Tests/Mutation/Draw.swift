/// Places by their numbers, in the order in which they are tried, and how many of them.
struct Draw {
    let order: [Int]
    let count: Int

    /// The first places of which enough compile, with more of them than are wanted, as it is not known yet which do.
    func first(_ isEnough: ([Int]) -> Bool) -> [Int] {
        var length = min(count + count * 3 / 4 + 1, order.count)
        while length < order.count, !isEnough(Array(order.prefix(length))) {
            length = min(length + count / 4 + 1, order.count)
        }
        return Array(order.prefix(length))
    }

    /// Every place once, or a sample; where there are changes of paths and of expressions, half of it is of each.
    static func draws(of places: [Int: Place], sample: Int?, seed: UInt64) -> [Draw] {
        let families = [true, false].map { isOfPaths in
            places.filter { $0.value.kind.isOfPaths == isOfPaths }.map(\.key).sorted()
        }.filter { !$0.isEmpty }
        guard let sample else { return families.map { Draw(order: $0, count: $0.count) } }
        return families.enumerated().map { index, numbers in
            // A sample of one family alone is the same one.
            var generator = SplitMix(state: seed)
            let share = (sample + families.count - 1 - index) / families.count
            return Draw(order: numbers.shuffled(using: &generator), count: min(share, numbers.count))
        }
    }
}

/// A small generator of random numbers that can be seeded.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var result = state
        result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
        result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
        return result ^ (result >> 31)
    }
}
