package import Testing

/// One random world under test, and the first failure in it.
package final class WorldTrial: Sendable {
    /// The seed that creates the world again.
    package let seed: UInt64
    private let fault = Locked<(text: String, place: SourceLocation)?>(nil)

    private init(seed: UInt64) { self.seed = seed }

    /// Reports a failure.
    package func record(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        fault.withLock { if $0 == nil { $0 = (text, sourceLocation) } }
    }

    /// Reports a failure unless a condition holds.
    package func expect(
        _ condition: Bool, _ text: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        if !condition { record(text(), sourceLocation: sourceLocation) }
    }

    /// Tries one world after another until one has a failure.
    package static func run(
        _ seeds: [UInt64], isolation: isolated (any Actor)? = #isolation, _ body: (WorldTrial) async throws -> Void
    ) async {
        for seed in seeds {
            let trial = WorldTrial(seed: seed)
            do {
                try await body(trial)
            } catch {
                trial.record("\(error)")
            }
            if let (text, place) = trial.fault.withLock({ $0 }) {
                Issue.record("seed \(seed): \(text)", sourceLocation: place)
                return
            }
        }
    }
}
