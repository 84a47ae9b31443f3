import IOCModel

/// What a configuration says about starting, stopping and observing.
struct LifecycleSettings: Sendable {
    let startTimeout: Duration
    let stopTimeout: Duration
    let observers: ContextObservers

    /// The same settings for a context that patches the one they were made for.
    func renewed() -> LifecycleSettings {
        LifecycleSettings(startTimeout: startTimeout, stopTimeout: stopTimeout, observers: observers.renewed())
    }

    /// The time since some moment, where somebody observes: without observers nothing is measured.
    var now: Duration? {
        // The clock's own types would cost each construction that nobody observes.
        @inline(never) get { observers.isEmpty ? nil : Self.epoch.duration(to: .now) }
    }

    private static let epoch = ContinuousClock.now
}

extension LifecycleSettings {
    init(_ configuration: ContextConfiguration) {
        self.init(
            startTimeout: configuration.startTimeout, stopTimeout: configuration.stopTimeout,
            observers: ContextObservers(configuration.observers))
    }
}
