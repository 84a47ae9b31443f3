import IOCBase
import IOCModel

extension ContextCore {
    /// Starts every component after its dependencies. If the start fails or is cancelled, stops the components that
    /// have started.
    /// - Parameter predecessor: The context that this one replaces.
    /// - Throws: ``IOCError`` with everything that went wrong, or `CancellationError`.
    func startAll(_ roster: Roster, after predecessor: ContextCore?) async throws {
        let supplied = suppliedInstances
        var seen = supplied
        // An instance with several names (aliases) starts under the first of them.
        let order = startOrder().keeping { member in
            sites[member].instance.map { seen.insert(ObjectIdentifier($0)).inserted } ?? true
        }
        roster.state.withLock { ($0.order, $0.needed, $0.seen) = (order, order.needed, supplied) }
        await order.run(atOnce: width) { await self.start(self.sites[$0], roster, after: predecessor) }
        guard !lifecycle.finishStart() else { return }
        // The rollback needs a new task, because this one may be cancelled.
        let faults = await Task(executorPreference: lifecycle.executor) { await self.stopAll(roster) }.value
        guard faults.isEmpty else { throw IOCError(faults) }
        throw CancellationError()
    }

    /// Starts a component, after creating it if its initializer or function is `async`. Then creates the components
    /// that waited for it.
    /// - Returns: True if the start continues.
    private func start(_ definition: CallSite, _ roster: Roster, after predecessor: ContextCore?) async -> Bool {
        guard definition.isAsync else { return await begin(definition, roster, after: predecessor) }
        if definition.instance == nil {
            let creation = await call(.create, definition) { try await self.create(definition, in: $0) }
            guard roster.record(creation) else { return false }
        }
        guard await begin(definition, roster, after: predecessor) else { return false }
        let awaited = roster.state.withLock { state in
            state.awaited.insert(definition.index)
            return state.awaited
        }
        for (follower, needs) in creations.followers
        where needs.contains(definition.index) && awaited.isSuperset(of: needs) {
            let creation = await call(.create, sites[follower]) { call in
                // Creating the follower is synchronous and publishes it, so it can't be abandoned from here on.
                guard call.claim() else { throw CancellationError() }
                _ = try self.inGate { try self.sites[follower].enter() }
            }
            guard roster.record(creation) else { return false }
        }
        return true
    }

    /// Starts a component. If other components wait for its service, runs the service and waits until it is ready.
    private func begin(_ definition: CallSite, _ roster: Roster, after predecessor: ContextCore?) async -> Bool {
        // A lazy singleton that doesn't exist when its turn comes is never started. An instance that was created during
        // the start may have started already, under another name.
        guard let instance = definition.instance, roster.takesTurn(instance) else { return true }
        let component = AnyValueBox.unboxed(instance)
        let successor = predecessor == nil ? nil : component as? any TakesOverAtReload
        let startable = component as? any Startable
        if successor != nil || startable != nil {
            let start = await call(.start, definition) { [predecessor] _ in
                try await successor?.takeOver(fromAny: predecessor?.component(named: definition.facts.name))
                try await startable?.start()
            }
            guard roster.record(start) else { return false }
        }
        let isNeeded = roster.state.withLock { state in
            state.started.append(definition.index)
            return state.needed.contains(definition.index)
        }
        guard isNeeded, let service = component as? any IOCService else { return true }
        guard !Task.isCancelled, let run = run(service, of: definition, roster) else { return false }
        return roster.record(await ready(run))
    }
}

/// The start and the end of services.
extension ContextCore {
    /// Runs a service.
    /// - Returns: The run of the service; nil if the service is running already, or if a stop has begun.
    @discardableResult
    private func run(_ service: any IOCService, of definition: CallSite, _ roster: Roster) -> ServiceRun? {
        roster.state.withLock { state in
            guard state.services[definition.index] == nil, !state.isClosed else { return nil }
            let run = ServiceRun(service, of: definition, roster)
            state.services[definition.index] = run
            return run
        }
    }

    /// Waits until a running service is ready.
    private func ready(_ run: ServiceRun) async -> CallEnd {
        await call(.ready, run.definition) { _ in
            await run.begin.wait()
            try await run.service.ready()
        }
    }

    /// Runs the services that no component waits for, and reports when all of them are ready.
    /// - Parameter predecessor: The context that this one replaces. Of its services, those that no component waits for
    ///   are ended before the services of this context run. Services that take over are excepted in both contexts.
    /// - Returns: The faults from ending the predecessor's services.
    @discardableResult
    func serve(after predecessor: (core: ContextCore, roster: Roster)? = nil) async -> [Fault] {
        guard let roster = lifecycle.roster else { return [] }
        var faults: [Fault] = []
        let services = roster.started.compactMap { index in
            (sites[index].component as? any IOCService).map { (service: $0, definition: sites[index]) }
        }
        if let predecessor {
            for (service, definition) in services where service is any TakesOverAtReload {
                run(service, of: definition, roster)
            }
            faults = await predecessor.core.endLastServices(predecessor.roster)
            guard lifecycle.run != nil else { return faults }
        }
        for (service, definition) in services { run(service, of: definition, roster) }
        roster.state.withLock { state in
            if state.isClosed { return }
            state.readiness = Task(executorPreference: lifecycle.executor) { await self.awaitReady(roster) }
        }
        // A service that other components wait for may have ended between the start and the run.
        if roster.serviceEnd.isOpen { lifecycle.endService(roster) }
        return faults
    }

    /// Waits until all services that no component waits for are ready. Then reports the names of all services.
    private func awaitReady(_ roster: Roster) async {
        let faults = await roster.lastServices.sideBySide { await self.ready($0).faults }
        roster.add(faults)
        if !faults.isEmpty || Task.isCancelled { return lifecycle.endService(roster) }
        roster.isServing.open()
        if lifecycle.stage == .started {
            lifecycle.run?.noteReady(roster.services.keys.map { sites[$0].facts.name }.ordered())
        }
    }

    /// Ends the services that no component waits for, concurrently, except those that take over.
    /// - Returns: The faults of these services.
    private func endLastServices(_ roster: Roster) async -> [Fault] {
        await roster.lastServices.filter { !($0.service is any TakesOverAtReload) }.sideBySide { service in
            let faults = await self.end(service)
            roster.state.withLock { _ = $0.services.removeValue(forKey: service.definition.index) }
            return faults
        }
    }

    /// Asks a service to end, and waits for its end.
    /// - Returns: The faults of the service if this call is the first to ask, and none otherwise.
    func end(_ service: ServiceRun) async -> [Fault] {
        let isFirst = service.ask()
        let faults = await call(.run, service.definition) { _ in try await service.end() }.faults
        return isFirst ? faults : []
    }
}
