import FoundationEssentials

/// Numbers that look random and come again with the same seed (S. Vigna's SplitMix64, 2015).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// Which random worlds a run of the tests looks at.
///
/// `IOC_MODEL_SEED` gives the first seed, `IOC_MODEL_WORLDS` the number of worlds. A failure prints its world's seed.
enum ModelSeeds {
    static var all: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["IOC_MODEL_SEED"].flatMap(UInt64.init) ?? 20_260_101
        let count = environment["IOC_MODEL_WORLDS"].flatMap(Int.init) ?? 40
        return (0..<count).map { first &+ UInt64($0) }
    }
}
