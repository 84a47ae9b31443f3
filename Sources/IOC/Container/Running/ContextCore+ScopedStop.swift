import IOCConfiguration
import IOCModel

/// What an activation of a scope asks of the context when it ends.
extension ContextCore {
    /// Stops a component of a scope, in the time that the context gives each of its own.
    /// - Returns: What went wrong.
    func stopScoped(_ definition: RegisteredDefinition, _ component: any Stoppable) async -> [Fault] {
        let end = await call(.stop, definition, limit: registry.lifecycle.stopTimeout) { try await component.stop() }
        guard case .failed(let fault) = end else { return [] }
        return [fault]
    }

    /// Tells the observers that a component of a scope was let go without being stopped.
    func tellUnstopped(_ definition: RegisteredDefinition) {
        var fault = Fault(.scopeEndedUnstopped(name: definition.facts.name, scope: definition.facts.scope.name))
        fault.place = definition.facts.origin
        registry.lifecycle.tell(.failed, definition, since: registry.lifecycle.now, IOCError(fault))
    }
}
