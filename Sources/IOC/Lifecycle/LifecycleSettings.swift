/// What a configuration says about starting, stopping and observing.
struct LifecycleSettings: Sendable {
    var startTimeout: Duration
    var stopTimeout: Duration
    var observers: [any ContextObserver]

    /// Tells the observers; the event is made only where there are any.
    func tell(_ event: @autoclosure () -> ContextEvent) {
        guard !observers.isEmpty else { return }
        let event = event()
        for observer in observers { observer.handle(event) }
    }
}

extension Configuration {
    var lifecycle: LifecycleSettings {
        LifecycleSettings(startTimeout: startTimeout, stopTimeout: stopTimeout, observers: observers)
    }
}
