import IOCConfiguration
import IOCModel

/// Components of custom scopes: which activation keeps one, and who may have it.
extension Maker {
    /// The instance that an activation of the scope keeps, made or found while the activation can't end.
    func scoped(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ asker: AnyInjectionCell?
    ) throws -> Instance {
        try checkCaptive(definition, asker)
        guard let activation = activation(of: definition, for: asker?.binding) else {
            throw IOCError(
                located(
                    Fault(.scopeInactive(name: definition.facts.name, scope: definition.facts.scope.name)), asker))
        }
        return try activation.inGate {
            if let asker, asker.isDetached, Ending.isUnderWay(activation) {
                guard let known = activation.existing(definition, arguments) else {
                    throw IOCError(located(activation.endedFault, asker))
                }
                return Instance(object: known, isNew: false)
            }
            let slot = activation.slot(for: definition, arguments, in: core)
            return try shared(definition, arguments, in: slot, activation)
        } orEnded: {
            throw IOCError(located(Fault(.scopeEnded(scope: definition.facts.scope.name)), asker))
        }
    }

    /// Returns the activation to look for a component in: that of the instance it is for, else the current one.
    func activation(of definition: RegisteredDefinition, for owner: InjectionBinding?) -> ScopeActivation? {
        let scope = definition.facts.scope
        if let activation = owner?.activation, activation.isOf(scope) { return activation }
        let now = scope == .request ? RequestScope.current : registry.stores[definition.index]?.instances?.activation
        if let now, now.isNested { return now }
        var next = ConstructionFrame.innermost
        while let frame = next {
            if let activation = frame.pointee.activation, activation.isOf(scope) { return activation }
            next = frame.pointee.parent
        }
        return now
    }

    /// A longer-lived owner would keep something shorter-lived: the instance being made, or the one that it is made for.
    private func checkCaptive(_ definition: RegisteredDefinition, _ asker: AnyInjectionCell?) throws {
        // A provider's call fills nothing.
        if let asker, asker.isDetached { return }
        let scope = definition.facts.scope
        let owner =
            asker?.binding.map(\.retainer) ?? ConstructionFrame.innermost.flatMap(ConstructionFrame.keeper)
        guard let owner, owner.facts.scope.outlives(scope) else { return }
        var fault = located(
            Fault(
                .dependencyCaptive(
                    owner: owner.facts.name, ownerScope: owner.facts.scope.name, name: definition.facts.name,
                    scope: scope.name)), asker)
        var path = ConstructionFrame.path()
        if path.isEmpty, let asking = asker?.binding?.definition { path = [asking.facts.name] }
        fault.path = (path.contains(owner.facts.name) ? [] : [owner.facts.name]) + path + [definition.facts.name]
        throw IOCError(fault)
    }

    /// Has an instance stopped when its activation ends, if there is anything to stop.
    func willStop(
        _ instance: AnyObject, of definition: RegisteredDefinition, in activation: ScopeActivation, _ slot: SharedSlot
    ) throws {
        guard let component = AnyValueBox.unboxed(instance) as? any Stoppable else { return }
        if activation.isSynchronous {
            throw IOCError(Fault(.scopeCannotStop(name: definition.facts.name), at: definition.facts.origin))
        }
        activation.willStop(
            ScopeActivation.Stop(core: core, definition: definition, slot: slot, component: component))
    }
}
