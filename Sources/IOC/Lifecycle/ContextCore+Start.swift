import IOCBase
import IOCModel

extension ContextCore {
    /// Starts every component once what it depends on has started; after a failure, or if it is called off, stops what has started.
    /// - Parameter predecessor: The context whose components those of this one replace.
    /// - Throws: ``IOCError`` with everything that went wrong, or `CancellationError`.
    func startAll(_ roster: Roster, after predecessor: ContextCore?) async throws {
        let order = startOrder()
        var seen = suppliedInstances
        // An alias starts under its first name, and waits for nothing.
        let schedule = order.schedule.keeping { member in
            sites[member].instance.map { seen.insert(ObjectIdentifier($0)).inserted } ?? true
        }
        let needed = order.needed(in: schedule)
        roster.note(order, needed)
        let start = StartPass(self, roster, needed: needed, after: predecessor)
        await schedule.run(atOnce: width) { await start.start($0) }
        var faults = start.faults
        guard !lifecycle.finishStart(faultless: faults.isEmpty) else { return }
        // In a task of its own, as this one may be cancelled.
        faults += await Task(executorPreference: lifecycle.executor) { await self.stopAll(roster, rollingBack: true) }
            .value
        guard faults.isEmpty else { throw IOCError(faults) }
        throw CancellationError()
    }
}

/// One start of a context's components.
private final class StartPass: Sendable {
    private let core: ContextCore
    private let roster: Roster
    /// The context that this one replaces.
    private let predecessor: ContextCore?
    /// The services that a component waits for.
    private let needed: Set<Int>
    private let failures = Guarded<[Fault]>([])
    /// The instances that have had their turn, and those that others start and stop.
    private let seen: Guarded<Set<ObjectIdentifier>>
    /// The async components that have started.
    private let awaited = Guarded<Set<Int>>([])

    init(_ core: ContextCore, _ roster: Roster, needed: Set<Int>, after predecessor: ContextCore?) {
        self.core = core
        self.roster = roster
        self.needed = needed
        self.predecessor = predecessor
        seen = Guarded(core.suppliedInstances)
    }

    /// The faults of the calls that have failed.
    var faults: [Fault] { failures.withLock { $0 } }

    /// Starts a component, which is created first if its initializer has to be awaited, and then creates what has waited for it.
    /// - Returns: True to go on.
    func start(_ index: Int) async -> Bool {
        let definition = core.sites[index]
        if definition.isAsync, definition.instance == nil {
            let isCreated = await attempt(.create, definition) { [core] call in
                try await core.create(definition, in: call)
            }
            guard isCreated else { return false }
        }
        guard await begin(definition) else { return false }
        roster.note(done: index)
        return definition.isAsync ? await createFollowers(of: index) : true
    }

    /// Creates the components that have waited for an async one, and wait for no other.
    private func createFollowers(of index: Int) async -> Bool {
        let awaited = awaited.withLock { awaited in
            awaited.insert(index)
            return awaited
        }
        let followers = core.creations.followers
        for follower in followers where follower.needs.contains(index) && awaited.isSuperset(of: follower.needs) {
            let definition = core.sites[follower.definition]
            let isCreated = await attempt(.create, definition) { [core] call in
                // It is not awaited, and published when it returns.
                guard call.claim() else { throw CancellationError() }
                _ = try core.inGate { try definition.enter() }
            }
            guard isCreated else { return false }
        }
        return true
    }

    /// Starts a component, and waits until its service is ready if others wait for that.
    private func begin(_ definition: CallSite) async -> Bool {
        // A lazy singleton that is not created by now is never started. An instance that was created since the start began may
        // have another name, under which it has started.
        guard let instance = definition.instance,
            seen.withLock({ $0.insert(ObjectIdentifier(instance)).inserted })
        else { return true }
        let component = AnyValueBox.unboxed(instance)
        let successor = predecessor == nil ? nil : component as? any TakesOverAtReload
        let startable = component as? any Startable
        if successor != nil || startable != nil {
            let name = definition.facts.name
            let hasStarted = await attempt(.start, definition) { [predecessor] _ in
                try await successor?.takeOver(fromAny: predecessor?.component(named: name))
                try await startable?.start()
            }
            guard hasStarted else { return false }
        }
        roster.note(started: definition.index)
        guard needed.contains(definition.index), let service = component as? any IOCService else { return true }
        guard !Task.isCancelled, let run = core.begin(service, of: definition, roster) else { return false }
        return isDone(await core.awaitReady(service, run, of: definition))
    }

    /// Runs a component's own code in the time that a start has, as often as the component says.
    private func attempt(
        _ phase: Phase, _ definition: CallSite,
        _ body: @escaping @Sendable (TimedCall) async throws -> Void
    ) async -> Bool {
        let retry = definition.facts.retry ?? StartRetry(attempts: 1)
        let failed = Guarded(FailedAttempts())
        let end = await core.call(phase, definition, attempts: { failed.withLock { $0 } }) { [core] call in
            let observers = core.observers
            let begin = observers.now
            let longest = min(core.configuration.startTimeout, .longest)
            var delay = min(retry.delay, longest)
            while true {
                do {
                    return try await observers.surround(phase, definition.facts.name) { try await body(call) }
                } catch {
                    let count = failed.withLock { $0.add("\(error)") }
                    guard count < retry.attempts, !Task.isCancelled else { throw error }
                    let failure = IOCError(
                        core.failure(of: phase, definition), at: definition.codeOrigin, cause: error)
                    observers.notify(.retrying, definition, since: begin, failure)
                }
                try await Task.sleep(for: delay)
                // A factor may make more of it than a duration can be.
                delay = .seconds(min(delay.seconds * retry.factor, longest.seconds))
            }
        }
        return isDone(end)
    }

    private func isDone(_ end: ContextCore.CallEnd) -> Bool {
        failures.withLock { $0 += end.faults }
        return end.isDone
    }
}

/// Services at work.
extension ContextCore {
    /// Sets a service to work.
    /// - Returns: Nil if it is at work already, or if a stop has begun.
    func begin(_ service: any IOCService, of definition: CallSite, _ roster: Roster) -> ServiceRun? {
        roster.begin(definition.index) {
            ServiceRun { [self] in
                try await inside(.run, definition) {
                    try await observers.surround(.run, definition.facts.name) { try await service.run() }
                }
            } atEnd: { [lifecycle] in
                lifecycle.endService(roster)
            }
        }
    }

    /// Waits until a service that is at work is ready.
    func awaitReady(
        _ service: any IOCService, _ run: ServiceRun, of definition: CallSite
    ) async -> CallEnd {
        await call(.ready, definition) { [observers = observers] _ in
            await run.begin.wait()
            try await observers.surround(.ready, definition.facts.name) { try await service.ready() }
        }
    }

    /// Sets the services of a run to work that no component has waited for, and notes when all of them are ready.
    /// - Parameters:
    ///   - predecessor: The context that this one replaces. Its services of that kind end before those of this one begin, but for
    ///     those that take over.
    /// - Returns: The faults of the services that have ended.
    @discardableResult
    func serve(after predecessor: (core: ContextCore, roster: Roster)? = nil) async -> [Fault] {
        guard let roster = lifecycle.roster else { return [] }
        var faults: [Fault] = []
        var begun: [(any IOCService, ServiceRun, CallSite)] = []
        func begin(_ isMeant: (any IOCService) -> Bool) {
            for definition in roster.started.map({ sites[$0] }) {
                guard let service = definition.component as? any IOCService, isMeant(service),
                    let run = self.begin(service, of: definition, roster)
                else { continue }
                begun.append((service, run, definition))
            }
        }
        if let predecessor {
            begin { $0 is any TakesOverAtReload }
            faults = await predecessor.core.endLastServices(predecessor.roster)
            guard lifecycle.run != nil else { return faults }
        }
        begin { _ in true }
        roster.awaitReady { [begun] in
            Task(executorPreference: lifecycle.executor) { await self.awaitReady(begun, roster) }
        }
        // One that others wait for may have ended between the start and the run.
        if roster.serviceEnd.isOpen { lifecycle.endService(roster) }
        return faults
    }

    /// Waits until services are ready, and notes the names of all services then.
    private func awaitReady(
        _ begun: [(any IOCService, ServiceRun, CallSite)], _ roster: Roster
    ) async -> [Fault] {
        let faults = await withTaskGroup(of: [Fault].self) { group in
            for (service, run, definition) in begun {
                group.addTask { await self.awaitReady(service, run, of: definition).faults }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        if !faults.isEmpty || Task.isCancelled {
            lifecycle.endService(roster)
        } else {
            roster.isServing.open()
            if lifecycle.stage == .started {
                lifecycle.run?.noteReady(roster.services.keys.map { sites[$0].facts.name }.ordered())
            }
        }
        return faults
    }

    /// Ends the services that no component waits for, side by side.
    /// - Returns: Their faults.
    private func endLastServices(_ roster: Roster) async -> [Fault] {
        await withTaskGroup(of: [Fault].self) { group in
            for (index, service) in roster.services where !roster.needed.contains(index) {
                let definition = sites[index]
                guard let component = definition.component, !(component is any TakesOverAtReload) else { continue }
                group.addTask {
                    let faults = await self.end(service, of: definition)
                    roster.forget(index)
                    return faults
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Asks a service to end, and waits for that.
    /// - Returns: Its faults, if this call is the first to ask.
    func end(_ service: ServiceRun, of definition: CallSite) async -> [Fault] {
        let isFirst = service.ask()
        let faults = await call(.run, definition) { _ in try await service.end() }.faults
        return isFirst ? faults : []
    }
}
