import IOCModel

/// What a configuration says about starting, stopping and observing.
struct LifecycleSettings: Sendable {
    let startTimeout: Duration
    let stopTimeout: Duration
    private let observers: [any ContextObserver]
    private let isObserved: Bool

    init(_ configuration: Configuration) {
        startTimeout = configuration.startTimeout
        stopTimeout = configuration.stopTimeout
        observers = configuration.observers
        isObserved = !observers.isEmpty
    }

    /// The time, where somebody observes: without observers nothing is measured.
    var now: ContinuousClock.Instant? { isObserved ? .now : nil }

    /// Tells the observers what has happened since a time that ``now`` gave.
    func tell(
        _ kind: ContextEvent.Kind, _ definition: RegisteredDefinition, since begin: ContinuousClock.Instant?,
        _ error: @autoclosure () -> IOCError? = nil
    ) {
        guard let begin else { return }
        let event = ContextEvent(
            kind, component: definition.facts.name, duration: .now - begin, error: error())
        for observer in observers { observer.handle(event) }
    }
}
