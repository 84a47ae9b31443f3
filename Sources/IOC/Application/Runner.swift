import IOCBase
import IOCModel

/// Starts and stops the components of a context.
struct Runner: Sendable {
    let registry: Registry
    let known: KnownEdges
    let calls: ComponentCalls

    private var lifecycle: Lifecycle { calls.lifecycle }

    /// Starts every component in order; after a failure or a cancellation stops what has started.
    /// - Parameter predecessor: The context whose components those of this one replace.
    /// - Throws: ``IOCError`` with everything that went wrong, or `CancellationError`.
    func startAll(after predecessor: Runner?) async throws {
        var faults: [Fault] = []
        var seen = suppliedInstances
        for definition in startOrder() {
            if Task.isCancelled { break }
            // A lazy singleton that is not made by now is started by nobody; an alias is started under its first name.
            guard let instance = definition.slot.instance, seen.insert(ObjectIdentifier(instance)).inserted else {
                continue
            }
            let component = AnyValueBox.unboxed(instance)
            let successor = predecessor == nil ? nil : component as? any Successor
            let startable = component as? any Startable
            if successor != nil || startable != nil {
                let end = await calls.run(.start, definition, limit: registry.lifecycle.startTimeout) {
                    try await successor?.takeOver(fromAny: predecessor?.component(named: definition.facts.name))
                    try await startable?.start()
                }
                if case .failed(let fault) = end { faults.append(fault) }
                guard case .done = end else { break }
            }
            lifecycle.state.withLock { $0.started.append(definition.index) }
        }
        guard !lifecycle.hasStarted(faultless: faults.isEmpty && !Task.isCancelled) else { return }
        // In a task of its own, as this one may be cancelled.
        faults += await Task(executorPreference: lifecycle.executor) { await self.rollBack() }.value
        lifecycle.hasRolledBack()
        guard faults.isEmpty else { throw IOCError(faults) }
        throw CancellationError()
    }

    /// The instance of a name, as far as there is one.
    private func component(named name: String) -> Any? {
        guard case .found(let index) = registry.match(name) else { return nil }
        return registry.definitions[index].slot.instance.map(AnyValueBox.unboxed)
    }

    /// What somebody else has made, who also starts and stops it, whichever alias shows it.
    private var suppliedInstances: Set<ObjectIdentifier> {
        Set(
            registry.definitions.lazy.filter { !$0.facts.isManaged }.compactMap(\.slot.instance).map(
                ObjectIdentifier.init))
    }

    private func rollBack() async -> [Fault] {
        var faults: [Fault] = []
        for index in lifecycle.state.withLock(\.started).reversed() {
            faults += await stop(registry.definitions[index], nil)
        }
        return faults
    }

    /// Stops what has started, in reverse, and goes on past failures.
    /// - Throws: ``IOCError`` with everything that went wrong.
    func stopAll() async throws {
        let (started, services) = lifecycle.state.withLock { ($0.started, $0.services) }
        var faults: [Fault] = []
        var seen = suppliedInstances.union(
            started.compactMap { registry.definitions[$0].slot.instance.map(ObjectIdentifier.init) })
        let hasStarted = Set(started)
        for definition in startOrder(after: started).reversed() {
            if !hasStarted.contains(definition.index) {
                // What was made since, and had nothing to start, has something to stop all the same.
                guard let instance = definition.slot.instance, !(AnyValueBox.unboxed(instance) is any Startable),
                    seen.insert(ObjectIdentifier(instance)).inserted
                else { continue }
            }
            faults += await stop(definition, services[definition.index])
        }
        lifecycle.hasStopped()
        guard faults.isEmpty else { throw IOCError(faults) }
    }

    /// Ends one component's service, then the component.
    private func stop(_ definition: RegisteredDefinition, _ service: ServiceRun?) async -> [Fault] {
        let limit = registry.lifecycle.stopTimeout
        var faults: [Fault] = []
        if let service {
            service.askToEnd()
            let end = await calls.run(.run, definition, limit: limit) { try await service.end() }
            if case .failed(let fault) = end { faults.append(fault) }
        }
        if let component = definition.component as? any Stoppable {
            faults += await calls.stop(component, of: definition)
        }
        return faults
    }
}

extension ContextCore {
    /// Who starts and stops the components.
    var runner: Runner { Runner(registry: registry, known: known, calls: calls) }
}
