import FoundationEssentials

/// The seeds of the random worlds that a run of the tests examines.
///
/// `IOC_MODEL_SEED` gives the first seed, `IOC_MODEL_WORLDS` the number of worlds. A failure prints its world's seed.
package enum ModelSeeds {
    package static var all: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["IOC_MODEL_SEED"].flatMap(UInt64.init) ?? 20_260_101
        let count = environment["IOC_MODEL_WORLDS"].flatMap(Int.init) ?? 15
        return (0..<count).map { first &+ UInt64($0) }
    }
}
