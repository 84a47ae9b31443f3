import IOCModel
import Synchronization

/// The creation of a singleton whose initializer is `async`.
extension ContextCore {
    /// Looks the arguments up, awaits the initializer, and publishes the instance. No lock is held meanwhile.
    ///
    /// An instance that comes after the call was given up is never published. It is stopped if it can be, and released.
    func create(_ definition: RegisteredDefinition, in call: TimedCall) async throws {
        let begin = registry.observers.now
        let arguments = try inGate(for: { nil }) {
            try definition.constructed.map { recipe in
                try ConstructionFrame.push(maker, definition, nil) { _ in try recipe.arguments() }
            }
        }
        if definition.recipe.isClosure { lifecycle.awaitedClosures.wrappingAdd(1, ordering: .relaxed) }
        defer { if definition.recipe.isClosure { lifecycle.awaitedClosures.wrappingSubtract(1, ordering: .relaxed) } }
        let instance = try await definition.recipe.make(awaiting: arguments)
        // A closure may return what another definition has made, which has been injected there.
        let isAlias = definition.mayBeAlias && registry.definitions.contains { $0.slot.hasPublished(instance) }
        guard call.claim() else {
            if !isAlias, let component = AnyValueBox.unboxed(instance) as? any Stoppable {
                _ = await stop(component, of: definition)
            }
            return
        }
        registry.observers.notify(.made, definition, since: begin)
        try inGate(for: { nil }) {
            _ = try maker.shared(definition, nil, in: definition.slot, nil, awaited: (instance, isAlias))
        }
    }
}
