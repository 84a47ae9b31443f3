import IOCBase
import IOCModel

extension ContextCore {
    /// Stops what has started, dependents first, and goes on past failures.
    /// - Throws: ``IOCError`` with everything that went wrong.
    func stopAll(_ roster: Roster) async throws {
        // Services that are not ready by now are not awaited any longer.
        let readiness = roster.readiness
        readiness?.cancel()
        var faults = await readiness?.value ?? []
        faults += await stopAll(roster, rollingBack: false)
        guard faults.isEmpty else { throw IOCError(faults) }
    }

    /// Stops what has started, and in a stop also what was created since.
    func stopAll(_ roster: Roster, rollingBack isRollBack: Bool) async -> [Fault] {
        roster.close()
        let started = Guarded(Set(roster.started))
        let instances = started.withLock { $0 }.compactMap { sites[$0].instance }
        let seen = Guarded(suppliedInstances.union(instances.map(ObjectIdentifier.init)))
        let faults = Guarded<[Fault]>([])
        let hasFound = Guarded(true)
        // A component that ends may create others, which have something to stop as well.
        while hasFound.withLock({ exchange(&$0, with: false) }) {
            await stopSchedule(roster).run(atOnce: width) { [self] member in
                let definition = sites[member]
                let hasStarted = started.withLock { $0.remove(member) != nil }
                if hasStarted || !isRollBack && isNew(definition, seen) {
                    hasFound.withLock { $0 = true }
                    let found = await stop(definition, roster, rollingBack: isRollBack)
                    faults.withLock { $0 += found }
                }
                return true
            }
        }
        lifecycle.finish()
        return faults.withLock { $0 }
    }

    /// Returns true for a component that was created after the start and has nothing to start, once for each instance.
    private func isNew(_ definition: CallSite, _ seen: borrowing Guarded<Set<ObjectIdentifier>>) -> Bool {
        guard let instance = definition.instance, !(AnyValueBox.unboxed(instance) is any Startable) else {
            return false
        }
        return seen.withLock { $0.insert(ObjectIdentifier(instance)).inserted }
    }

    /// Ends one component's service, then the component.
    private func stop(
        _ definition: CallSite, _ roster: Roster, rollingBack isRollBack: Bool
    ) async -> [Fault] {
        var faults: [Fault] = []
        if let service = roster.services[definition.index] {
            faults += await end(service, of: definition)
            if isRollBack, faults.isEmpty, service.endUnasked.isOpen {
                faults.append(Fault(.serviceEnded(component: definition.facts.name), at: definition.facts.origin))
            }
        }
        if let component = definition.component as? any Stoppable {
            faults += await stop(component, of: definition)
        }
        return faults
    }

    /// The steps in which the components stop: those of the start the other way, with what was made since according to the
    /// dependencies known now.
    private func stopSchedule(_ roster: Roster) -> Schedule {
        let started = roster.started
        var precedence = roster.order?.precedence ?? sites.map { _ in [] }
        // One after another they stop exactly the other way.
        if width == 1 {
            for (earlier, later) in zip(started, started.dropFirst()) { precedence[later].append(earlier) }
        }
        return startOrder(keeping: precedence).schedule.reversed
    }

    /// The instances made outside of the container, which their makers start and stop, whichever alias shows them.
    var suppliedInstances: Set<ObjectIdentifier> {
        let supplied = sites.lazy.filter { !$0.facts.isManaged }
        return Set(supplied.compactMap(\.instance).map(ObjectIdentifier.init))
    }
}

extension ContextCore {
    /// The instance of a name, as far as there is one.
    func component(named name: String) -> Any? {
        guard case .found(let index) = rule.names.match(name) else { return nil }
        return sites[index].component
    }

    /// Returns true if a definition's one instance has something to start, run or stop, or may have once it is made.
    private func takesPart(_ definition: CallSite) -> Bool {
        guard definition.facts.hasLifecycle else { return false }
        guard let component = definition.component else { return true }
        return component is any Startable || component is any Stoppable || component is any IOCService
            || component is any TakesOverAtReload
    }

    /// The order of the components, by the dependencies known now.
    /// - Parameters:
    ///   - isMember: Returns true if a definition is one of them; those that have something to start, run or stop unless said.
    ///   - precedence: For each definition those that come before it, whatever is known now; those that it says it depends on
    ///     unless said.
    fileprivate func startOrder(
        of isMember: ((CallSite) -> Bool)?, keeping precedence: [[Int]]?
    ) -> StartOrder {
        let definitions = sites
        var edges = wiring.successors
        for site in sites { edges[site.index] += site.observedTargets }
        let firm = precedence ?? definitions.map { rule.names.indices(of: $0.facts.dependsOn) }
        return StartOrder(
            edges: edges, firmEdges: firm, names: definitions.map(\.facts.name),
            participants: Set(definitions.filter(isMember ?? takesPart).map(\.index)))
    }

    /// The order of the components that have something to start, run or stop.
    func startOrder(keeping precedence: [[Int]]? = nil) -> StartOrder { startOrder(of: nil, keeping: precedence) }
}

extension CallSite {
    /// True if the class that it promises has something to start, run or stop, or if only an instance can show that.
    fileprivate var mayTakePart: Bool {
        guard let type = promisedClass else { return true }
        return type is any Startable.Type || type is any Stoppable.Type || type is any IOCService.Type
    }
}

extension ApplicationContext {
    /// The components that have something to start, run or stop, in the order in which ``start()`` takes them: each behind all
    /// it depends on. The reverse is the order of the stop.
    ///
    /// A component starts as soon as all it depends on have started, whatever its wave: those of one wave depend on none of
    /// each other, and the first is 0. Shared instances that are made count, and those that the start creates. A component that
    /// conforms to protocols of other packages alone is not among them: ask for it by type.
    /// - Returns: The components with their names and waves. A component is nil as long as the start has yet to create it.
    /// - Throws: ``IOCError`` if the context has ended.
    public func startOrder() throws -> [(name: String, component: Any?, wave: Int)] {
        try waves(among: nil) { definition, wave in
            let component = definition.component
            guard component != nil || core.creations.contains(definition.index) && definition.mayTakePart
            else {
                return nil
            }
            return (definition.facts.name, component, wave)
        }
    }

    /// The components of a type, in the order in which ``start()`` would take them: each behind all it depends on, directly or
    /// through others.
    ///
    /// Shared instances that are made count, even those that the container does not start and stop.
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
            let definitions = core.sites
            let schedule = core.startOrder(of: isMember, keeping: nil).schedule
            return schedule.waves { element(definitions[$0], 0) != nil }.compactMap { element(definitions[$0], $1) }
        }
    }
}
