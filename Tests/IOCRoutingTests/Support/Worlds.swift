import Foundation

/// The seeds of the random worlds that a run of the tests examines.
///
/// `IOC_ROUTING_SEED` gives the first seed, and a variable of each suite the number of worlds. A failure prints its world's seed.
enum Worlds {
    static func seeds(from first: UInt64, count: Int, variable: String) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["IOC_ROUTING_SEED"].flatMap(UInt64.init) ?? first
        return (0..<(environment[variable].flatMap(Int.init) ?? count)).map { first &+ UInt64($0) }
    }
}
