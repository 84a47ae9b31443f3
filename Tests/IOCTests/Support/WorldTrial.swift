import IOCBase
import Testing

/// One random world that is tried, and what is wrong in it: the first such thing is told, by whichever thread it is found.
final class WorldTrial: Sendable {
    /// The world, as the seed that makes it again.
    let seed: UInt64
    private let fault = Guarded<(text: String, place: SourceLocation)?>(nil)

    private init(seed: UInt64) { self.seed = seed }

    /// Says that something is wrong.
    func record(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        fault.withLock { if $0 == nil { $0 = (text, sourceLocation) } }
    }

    /// Says what is wrong unless a condition holds.
    func expect(
        _ condition: Bool, _ text: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        if !condition { record(text(), sourceLocation: sourceLocation) }
    }

    /// Tries one world after another until something is wrong in one.
    static func run(
        _ seeds: [UInt64], isolation: isolated (any Actor)? = #isolation, _ body: (WorldTrial) async throws -> Void
    ) async {
        for seed in seeds {
            let trial = WorldTrial(seed: seed)
            do {
                try await body(trial)
            } catch {
                trial.record("\(error)")
            }
            if let (text, place) = trial.fault.withLock(\.self) {
                Issue.record("seed \(seed): \(text)", sourceLocation: place)
                return
            }
        }
    }
}
