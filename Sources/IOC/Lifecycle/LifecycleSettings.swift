import IOCModel

/// What a configuration says about starting, stopping and observing.
struct LifecycleSettings: Sendable {
    let startTimeout: Duration
    let stopTimeout: Duration
    private let observers: [any ContextObserver]
    /// Whether somebody observes: without observers nothing is measured.
    let isObserved: Bool

    init(_ configuration: Configuration) {
        startTimeout = configuration.startTimeout
        stopTimeout = configuration.stopTimeout
        observers = configuration.observers
        isObserved = !observers.isEmpty
    }

    /// The time since some moment, where somebody observes.
    var now: Duration? { isObserved ? Self.epoch.duration(to: .now) : nil }

    private static let epoch = ContinuousClock.now

    /// Tells the observers what has happened since a time that ``now`` gave.
    func tell(
        _ kind: ContextEvent.Kind, _ definition: RegisteredDefinition, since begin: Duration?,
        _ error: @autoclosure () -> IOCError? = nil
    ) {
        guard let begin, let now else { return }
        let event = ContextEvent(
            kind, component: definition.facts.name, duration: now - begin, error: error())
        for observer in observers { observer.handle(event) }
    }
}
