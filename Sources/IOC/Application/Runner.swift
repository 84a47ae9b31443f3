import IOCBase
import IOCModel

/// Starts and stops the components of a context.
struct Runner: Sendable {
    let core: ContextCore

    var lifecycle: Lifecycle { core.lifecycle }
    var configuration: ContextConfiguration { core.configuration }
    var observers: ContextObservers { core.observers }
    /// The number of components that may start or stop at once. A context that starts nothing never asks the system for its cores.
    var width: Int { max(1, configuration.startupConcurrency ?? LaneExecutor.width) }

    /// Starts every component once what it depends on has started; after a failure or a cancellation stops what has started.
    /// - Parameter predecessor: The context whose components those of this one replace.
    /// - Throws: ``IOCError`` with everything that went wrong, or `CancellationError`.
    func startAll(after predecessor: Runner?) async throws {
        let order = startOrder()
        lifecycle.state.withLock { $0.startOrder = order }
        var seen = suppliedInstances
        // An alias starts under its first name, and waits for nothing.
        let schedule = order.schedule.keeping { member in
            core.sites[member].instance.map { seen.insert(ObjectIdentifier($0)).inserted } ?? true
        }
        let start = ContextStart(self, needed: order.needed(in: schedule), after: predecessor)
        await schedule.run(atOnce: width) { await start.start($0) }
        var faults = start.faults
        guard !lifecycle.finishStart(faultless: faults.isEmpty && !Task.isCancelled) else { return }
        // In a task of its own, as this one may be cancelled.
        faults += await Task(executorPreference: lifecycle.executor) { await stopAll(rollingBack: true) }.value
        guard faults.isEmpty else { throw IOCError(faults) }
        throw CancellationError()
    }

    /// The instance of a name, as far as there is one.
    func component(named name: String) -> Any? {
        guard case .found(let index) = core.rule.names.match(name) else { return nil }
        return core.sites[index].component
    }

    /// An instance made outside of the container, which its maker starts and stops, whichever alias shows it.
    var suppliedInstances: Set<ObjectIdentifier> {
        let supplied = core.sites.lazy.filter { !$0.facts.isManaged }
        return Set(supplied.compactMap(\.instance).map(ObjectIdentifier.init))
    }

    /// Stops what has started, dependents first, and goes on past failures.
    /// - Throws: ``IOCError`` with everything that went wrong.
    func stopAll() async throws {
        // Services that are not ready by now are not awaited any longer.
        let readiness = lifecycle.state.withLock { $0.readiness.take() }
        readiness?.cancel()
        var faults = await readiness?.value ?? []
        faults += await stopAll(rollingBack: false)
        guard faults.isEmpty else { throw IOCError(faults) }
    }

    /// Stops what has started, and in a stop also what was created since.
    private func stopAll(rollingBack isRollBack: Bool) async -> [Fault] {
        let started = Guarded(lifecycle.state.withLock { Set($0.started) })
        let instances = started.withLock { $0 }.compactMap { core.sites[$0].instance }
        let seen = Guarded(suppliedInstances.union(instances.map(ObjectIdentifier.init)))
        let faults = Guarded<[Fault]>([])
        let hasFound = Guarded(true)
        // A component that ends may create others, which have something to stop as well.
        while hasFound.withLock({ exchange(&$0, with: false) }) {
            await stopSchedule().run(atOnce: width) { member in
                let definition = core.sites[member]
                let hasStarted = started.withLock { $0.remove(member) != nil }
                if hasStarted || !isRollBack && isNew(definition, seen) {
                    hasFound.withLock { $0 = true }
                    let found = await stop(definition, rollingBack: isRollBack)
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
    private func stop(_ definition: CallSite, rollingBack isRollBack: Bool) async -> [Fault] {
        var faults: [Fault] = []
        if let service = lifecycle.state.withLock({ $0.services[definition.index] }) {
            service.task.cancel()
            faults += await run(.run, definition, isCalledOff: !service.endUnasked.isOpen) {
                try await service.task.value
            }.faults
            if isRollBack, faults.isEmpty, service.endUnasked.isOpen {
                faults.append(Fault(.serviceEnded(component: definition.facts.name), at: definition.facts.origin))
            }
        }
        if let component = definition.component as? any Stoppable {
            faults += await stop(component, of: definition)
        }
        return faults
    }

    /// Sets the services to work that no component has waited for.
    func serve() {
        let begun = lifecycle.state.withLock(\.started).compactMap { index in
            let definition = core.sites[index]
            return (definition.component as? any IOCService).flatMap { service in
                begin(service, of: definition).map { (service, $0, definition) }
            }
        }
        let hasEnded = lifecycle.state.withLock { state in
            guard state.phase == .started else { return false }
            state.readiness = Task(executorPreference: lifecycle.executor) { await awaitReady(begun) }
            return state.serviceEnd.isOpen
        }
        if hasEnded { lifecycle.endService() }
    }

    /// Waits until services are ready, and reports the names of all services then.
    private func awaitReady(_ begun: [(any IOCService, ServiceRun, CallSite)]) async -> [Fault] {
        let faults = await withTaskGroup(of: [Fault].self) { group in
            for (service, run, definition) in begun {
                group.addTask { await awaitReady(service, run, of: definition).faults }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let isReady = faults.isEmpty && !Task.isCancelled
        let (services, report) = lifecycle.state.withLock { state in
            state.isReady = isReady
            return (state.services.keys.map { core.sites[$0].facts.name }.ordered(), state.reportReady)
        }
        if !isReady { lifecycle.endService() } else if lifecycle.stage == .started { report?(services) }
        return faults
    }
}

extension Runner {
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
    func startOrder(
        of isMember: ((CallSite) -> Bool)? = nil, keeping precedence: [[Int]]? = nil
    ) -> StartOrder {
        let definitions = core.sites
        var edges = core.wiring.successors
        for site in core.sites { edges[site.index] += site.observedTargets }
        let firm = precedence ?? definitions.map { core.rule.names.indices(of: $0.facts.dependsOn) }
        return StartOrder(
            edges: edges, firmEdges: firm, names: definitions.map(\.facts.name),
            participants: Set(definitions.filter(isMember ?? takesPart).map(\.index)))
    }

    /// The steps in which the components stop: those of the start the other way, with what was made since where the
    /// dependencies known now have it.
    func stopSchedule() -> Schedule {
        let (started, startOrder) = lifecycle.state.withLock { ($0.started, $0.startOrder) }
        var precedence = startOrder?.precedence ?? core.sites.map { _ in [] }
        // One after another they stop exactly the other way.
        if width == 1 {
            for (earlier, later) in zip(started, started.dropFirst()) { precedence[later].append(earlier) }
        }
        return self.startOrder(keeping: precedence).schedule.reversed
    }
}

extension ApplicationContext {
    /// The components that have something to start, run or stop, in the order in which ``start()`` takes them: each behind all
    /// it depends on. The reverse is the order of the stop.
    ///
    /// A component starts as soon as all it depends on have started, whatever its wave: those of one wave depend on none of
    /// each other, and the first is 0. Shared instances that are made count. A component that conforms to protocols of other
    /// packages alone is not among them: ask for it by type.
    /// - Returns: The components with their names and waves.
    /// - Throws: ``IOCError`` where the context has ended.
    public func startOrder() throws -> [(name: String, component: Any, wave: Int)] {
        try startOrder(of: Any.self, among: nil)
    }

    /// The components of a type, in the order in which ``start()`` would take them: each behind all it depends on, directly or
    /// through others.
    ///
    /// Shared instances that are made count, even those that the container does not start and stop.
    /// - Parameter type: The type, such as another package's `(any Service).self`.
    /// - Returns: The components with their names and waves.
    /// - Throws: ``IOCError`` where the context has ended.
    public func startOrder<Wanted>(of type: Wanted.Type) throws -> [(name: String, component: Wanted, wave: Int)] {
        try startOrder(of: type) { $0.component is Wanted }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private func startOrder<Wanted>(
        of type: Wanted.Type, among isMember: ((CallSite) -> Bool)?
    ) throws -> [(name: String, component: Wanted, wave: Int)] {
        try core.inGate {
            let definitions = core.sites
            let found = definitions.map { $0.component.flatMap { $0 as? Wanted } }
            let waves = core.runner.startOrder(of: isMember).schedule.waves { found[$0] != nil }
            return waves.compactMap { member, wave in
                found[member].map { (definitions[member].facts.name, $0, wave) }
            }
        }
    }
}
