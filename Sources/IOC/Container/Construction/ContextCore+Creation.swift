import IOCModel

/// The creation of a singleton whose initializer is `async`.
extension ContextCore {
    /// Looks the arguments up, awaits the initializer, and publishes the instance. No lock is held meanwhile.
    func create(_ definition: RegisteredDefinition) async throws {
        let begin = registry.observers.now
        let arguments = try inGate(for: { nil }) {
            try definition.constructed.map { recipe in
                try ConstructionFrame.push(maker, definition, nil) { _ in try recipe.arguments() }
            }
        }
        let instance = try await definition.recipe.make(awaiting: arguments)
        registry.observers.notify(.made, definition, since: begin)
        try inGate(for: { nil }) {
            // A closure may return what another definition has made, which has been injected there.
            let isAlias = definition.mayBeAlias && registry.definitions.contains { $0.slot.hasPublished(instance) }
            _ = try maker.shared(definition, nil, in: definition.slot, nil, awaited: (instance, isAlias))
        }
    }
}
