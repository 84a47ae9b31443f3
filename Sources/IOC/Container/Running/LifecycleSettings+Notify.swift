import IOCModel

extension LifecycleSettings {
    /// Reports to the observers what has happened since a time that ``now`` returned.
    func notify(
        _ kind: ContextEvent.Kind, _ definition: RegisteredDefinition, since begin: Duration?,
        _ error: @autoclosure () -> IOCError? = nil
    ) {
        guard let begin, let now else { return }
        observers.notify(
            ContextEvent(kind, component: definition.facts.name, duration: now - begin, error: error()))
    }
}
