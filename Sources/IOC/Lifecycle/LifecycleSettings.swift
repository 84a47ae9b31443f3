import IOCBase
import IOCModel

/// The settings of a configuration for starting, stopping and observing.
struct LifecycleSettings: Sendable {
    let startTimeout: Duration
    let stopTimeout: Duration
    /// The time a context that is to stop goes on serving.
    let drainTimeout: Duration
    /// The time limit of a health check.
    let healthTimeout: Duration
    /// The number of components that may start or stop at once, where the configuration says one.
    let startupConcurrency: Int?
    private(set) var observers: ContextObservers

    /// The number of components that may start or stop at once. A context that starts nothing never asks the system for its cores.
    var width: Int { max(1, startupConcurrency ?? LaneExecutor.width) }

    /// The same settings for a context that patches the one they were made for.
    func renewed() -> LifecycleSettings {
        var copy = self
        copy.observers = observers.renewed()
        return copy
    }

    /// The time since some moment; nil without observers, because then nothing is measured.
    var now: Duration? {
        // The clock's own types would slow down each construction without observers.
        @inline(never) get { observers.isEmpty ? nil : Self.epoch.duration(to: .now) }
    }

    /// The moment from which ``now`` counts.
    static let epoch = ContinuousClock.now
}

extension LifecycleSettings {
    init(_ configuration: ContextConfiguration) {
        self.init(
            startTimeout: configuration.startTimeout, stopTimeout: configuration.stopTimeout,
            drainTimeout: configuration.drainTimeout, healthTimeout: configuration.healthTimeout,
            startupConcurrency: configuration.startupConcurrency,
            observers: ContextObservers(configuration.observers))
    }
}
