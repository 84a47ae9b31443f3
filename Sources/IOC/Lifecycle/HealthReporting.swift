/// A component that knows whether one thing is well.
///
/// ``ApplicationContext/health(_:)`` asks all of them, or those that count for an orchestrator's question. They are asked side
/// by side, each within ``ContextConfiguration/healthTimeout``. An answer holds for a second, so the component is asked once,
/// however many requests there are. A component that hangs is not asked again until it has answered.
public protocol HealthReporting: Sendable {
    /// The name of the thing.
    var subject: String { get }

    /// The questions that the thing counts for: readiness unless said otherwise, and none for what is only to be shown.
    ///
    /// Let nothing count for liveness that waits for others: an orchestrator kills a process that is not alive, and another
    /// one would wait as well.
    var probes: HealthProbes { get }

    /// Looks how the thing is.
    /// - Returns: Its health, such as `up`.
    /// - Throws: The error of an unhealthy component; its description is shown.
    func health() async throws -> String
}

extension HealthReporting {
    /// Readiness.
    public var probes: HealthProbes { .readiness }
}

/// An orchestrator's questions to a process.
public struct HealthProbes: OptionSet, Sendable {
    /// The questions as bits.
    public let rawValue: Int

    /// Questions by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The question if requests may be sent to the process.
    public static let readiness = HealthProbes(rawValue: 1)
    /// The question if the process works, or is to be killed and started anew.
    public static let liveness = HealthProbes(rawValue: 2)
}
