import IOCModel

/// The creation of a singleton whose initializer is `async`.
extension ContextCore {
    /// Looks the arguments up, awaits the initializer, and publishes the instance. No lock is held meanwhile.
    func create(_ definition: RegisteredDefinition) async throws {
        let begin = registry.lifecycle.now
        let arguments = try inGate(for: { nil }) { try maker.arguments(of: definition) }
        let instance = try await definition.recipe.make(awaiting: arguments)
        registry.lifecycle.notify(.made, definition, since: begin)
        try inGate(for: { nil }) { try maker.publish(instance, of: definition) }
    }
}

extension Maker {
    /// The arguments of the initializer; nil if a closure creates the instance.
    fileprivate func arguments(of definition: RegisteredDefinition) throws -> ConstructorArguments? {
        guard let recipe = definition.constructed else { return nil }
        return try ConstructionFrame.push(self, definition, nil) { _ in try recipe.arguments() }
    }

    /// Binds, injects and publishes an instance that was awaited.
    fileprivate func publish(_ instance: AnyObject, of definition: RegisteredDefinition) throws {
        // A closure may return what another definition has made, which has been injected there.
        let isAlias = definition.mayBeAlias && registry.definitions.contains { $0.slot.hasPublished(instance) }
        _ = try shared(definition, nil, in: definition.slot, nil, awaited: (instance, isAlias))
    }
}
