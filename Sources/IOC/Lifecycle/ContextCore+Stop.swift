import IOCBase
import IOCModel

extension ContextCore {
    /// Stops the components that have started, dependents first, and continues after failures. A stop also stops
    /// components that were created after the start; the rollback of a start doesn't.
    /// - Returns: The faults. For a rollback, they include the faults of the start.
    func stopAll(_ roster: Roster) async -> [Fault] {
        let isRollback = lifecycle.isStarting
        let supplied = suppliedInstances
        let readiness = roster.state.withLock { state in
            state.isClosed = true
            state.seen.formUnion(supplied)
            return state.readiness
        }
        // The stop no longer waits for services that are not ready yet.
        readiness?.cancel()
        await readiness?.value
        let started = Guarded(Set(roster.started))
        let hasFound = Guarded(true)
        // A component that stops may create others, which may have to be stopped as well.
        while hasFound.withLock({ exchange(&$0, with: false) }) {
            await stopOrder(roster).run(atOnce: width) { [self] member in
                let hasStarted = started.withLock { $0.remove(member) != nil }
                guard hasStarted || !isRollback && isNew(sites[member], roster) else { return true }
                hasFound.withLock { $0 = true }
                roster.add(await stop(sites[member], roster.services[member], rollingBack: isRollback))
                return true
            }
        }
        lifecycle.finish()
        return roster.faults
    }

    /// Returns true for a component that was created after the start and that isn't ``Startable``, once for each
    /// instance.
    private func isNew(_ definition: CallSite, _ roster: Roster) -> Bool {
        guard let instance = definition.instance, !(AnyValueBox.unboxed(instance) is any Startable) else {
            return false
        }
        return roster.takesTurn(instance)
    }

    /// Ends the service of a component, then stops the component.
    private func stop(_ definition: CallSite, _ service: ServiceRun?, rollingBack isRollback: Bool) async -> [Fault] {
        var faults: [Fault] = []
        if let service {
            faults = await end(service)
            if isRollback, faults.isEmpty, service.endUnasked.isOpen {
                faults = [Fault(.serviceEnded(component: definition.facts.name), at: definition.facts.origin)]
            }
        }
        if let component = definition.component as? any Stoppable {
            faults += await stop(component, of: definition)
        }
        return faults
    }

    /// Returns the order in which the components stop: the reverse of the start order. Instances that were created
    /// after the start are ordered by the dependencies that are known now.
    private func stopOrder(_ roster: Roster) -> StartOrder {
        let (order, started) = roster.state.withLock { ($0.order, $0.started) }
        var precedence = order?.needs ?? sites.map { _ in [] }
        // If components start one at a time, they stop in exactly the reverse order.
        if width == 1 {
            for (earlier, later) in zip(started, started.dropFirst()) { precedence[later].append(earlier) }
        }
        return startOrder(keeping: precedence).reversed
    }

    /// The instances that code outside of the container has created, also under an alias. That code starts and stops
    /// them.
    var suppliedInstances: Set<ObjectIdentifier> {
        let supplied = sites.lazy.filter { !$0.facts.isManaged }
        return Set(supplied.compactMap(\.instance).map(ObjectIdentifier.init))
    }
}

extension ContextCore {
    /// Returns the existing instance of the component with a name; nil if there is none.
    func component(named name: String) -> Any? {
        guard case .found(let index) = rule.names.match(name) else { return nil }
        return sites[index].component
    }

    /// Returns true if the container manages the definition's lifecycle, and its shared instance has something to
    /// start, run or stop. An instance that doesn't exist yet is assumed to have something.
    private func takesPart(_ definition: CallSite) -> Bool {
        guard definition.facts.hasLifecycle else { return false }
        guard let component = definition.component else { return true }
        return component is any Startable || component is any Stoppable || component is any IOCService
            || component is any TakesOverAtReload
    }

    /// Returns the order of the components, by the dependencies that are known now.
    /// - Parameters:
    ///   - isMember: Returns true for a definition that is part of the order; by default, if it has something to start,
    ///     run or stop.
    ///   - precedence: For each definition, the definitions that come before it in any case; by default, those in its
    ///     `dependsOn`.
    func startOrder(of isMember: ((CallSite) -> Bool)? = nil, keeping precedence: [[Int]]? = nil) -> StartOrder {
        var edges = wiring.successors
        for site in sites { edges[site.index] += site.observedTargets }
        return StartOrder(
            edges: edges, firmEdges: precedence ?? sites.map { rule.names.indices(of: $0.facts.dependsOn) },
            names: sites.map(\.facts.name), participants: Set(sites.filter(isMember ?? takesPart).map(\.index)))
    }
}

extension CallSite {
    /// True if the declared class has something to start, run or stop, or if that isn't known without an instance.
    fileprivate var mayTakePart: Bool {
        guard let type = promisedClass else { return true }
        return type is any Startable.Type || type is any Stoppable.Type || type is any IOCService.Type
    }
}

extension ApplicationContext {
    /// Returns the components that have something to start, run or stop, in the order in which ``start()`` starts them:
    /// dependencies first. The stop order is the reverse.
    ///
    /// A component starts as soon as all its dependencies have started. The components of one wave don't depend on each
    /// other; the first wave is 0. The result contains the shared instances that exist, and those that the start
    /// creates. A component that only conforms to protocols of other packages is missing; use `startOrder(of:)` to find
    /// it by its type.
    /// - Returns: The components with their names and waves. A component is nil until the start creates it.
    /// - Throws: ``IOCError`` if the context has ended.
    public func startOrder() throws -> [(name: String, component: Any?, wave: Int)] {
        try waves(among: nil) { definition, wave in
            let component = definition.component
            let isToCome = core.creations.contains(definition.index) && definition.mayTakePart
            guard component != nil || isToCome else { return nil }
            return (definition.facts.name, component, wave)
        }
    }

    /// Returns the components of a type, in the order in which ``start()`` would start them: dependencies first.
    ///
    /// The result contains the shared instances that exist, even those that the container does not start and stop.
    /// - Parameter type: The type, such as another package's `(any Service).self`.
    /// - Returns: The components with their names and waves.
    /// - Throws: ``IOCError`` if the context has ended.
    public func startOrder<Wanted>(of type: Wanted.Type) throws -> [(name: String, component: Wanted, wave: Int)] {
        try waves(among: { $0.component is Wanted }) { definition, wave in
            (definition.component as? Wanted).map { (definition.facts.name, $0, wave) }
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private func waves<Element>(
        among isMember: ((CallSite) -> Bool)?, _ element: (CallSite, Int) -> Element?
    ) throws -> [Element] {
        try core.inGate {
            core.startOrder(of: isMember).waves { element(core.sites[$0], 0) != nil }
                .compactMap { element(core.sites[$0], $1) }
        }
    }
}
