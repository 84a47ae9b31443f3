import Foundation
import Testing

/// The random worlds of a test, each with its seed: as many as fit into a few seconds, unless the environment says how many.
struct Worlds {
    let firstSeed: UInt64
    let count: Int
    /// True if all are to be tried, however long that takes.
    let isExact: Bool

    /// - Parameters:
    ///   - seed: The first seed, unless `IOC_ROUTING_SEED` gives another.
    ///   - count: How many there are at most, unless the environment says it.
    ///   - variable: The variable of the environment that says how many.
    init(seed: UInt64, count: Int, variable: String) {
        let environment = ProcessInfo.processInfo.environment
        firstSeed = environment["IOC_ROUTING_SEED"].flatMap(UInt64.init) ?? seed
        let given = environment[variable].flatMap(Int.init)
        isExact = given != nil
        self.count = given ?? count
    }

    /// One world that is tried, and what is wrong in it.
    @MainActor final class Trial {
        let seed: UInt64
        fileprivate var fault: (text: String, place: SourceLocation)?

        fileprivate init(seed: UInt64) { self.seed = seed }

        /// Records a failure. Only the first one is reported.
        func record(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
            if fault == nil { fault = (text, sourceLocation) }
        }

        /// Says what is wrong unless a condition holds.
        func expect(
            _ condition: Bool, _ text: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
        ) {
            if !condition { record(text(), sourceLocation: sourceLocation) }
        }
    }

    /// Tries one world after another, until something is wrong in one, and lets others have their turn in between.
    /// - Parameters:
    ///   - share: The part of the worlds to try.
    ///   - least: How many are tried in any case.
    /// - Returns: True if all were tried, and all is well.
    @MainActor func run(
        _ share: Double = 1, least: Int = 25, _ body: @MainActor (Trial) async throws -> Void
    ) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(3)
        for index in 0..<max(1, Int(Double(count) * share)) {
            if !isExact, index >= least, ContinuousClock.now > end { return false }
            await Task.yield()
            let trial = Trial(seed: firstSeed &+ UInt64(index))
            do {
                try await body(trial)
            } catch {
                trial.record("\(error)")
            }
            // What goes wrong when the test has been called off is nothing to go by.
            try Task.checkCancellation()
            if let (text, place) = trial.fault {
                Issue.record("seed \(trial.seed): \(text)", sourceLocation: place)
                return false
            }
        }
        return true
    }
}
