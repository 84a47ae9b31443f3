import IOCBase
import IOCModel

/// One start of a context's components.
final class ContextStart: Sendable {
    private let runner: Runner
    /// The runner of the context that this one replaces.
    private let predecessor: Runner?
    /// The services that a component waits for.
    private let needed: Set<Int>
    private let failures = Guarded<[Fault]>([])
    /// The instances that have had their turn, each with a latch that opens when the turn is over.
    private let turns: Guarded<[ObjectIdentifier: Latch]>
    /// The async components that have started.
    private let awaited = Guarded<Set<Int>>([])

    init(_ runner: Runner, needed: Set<Int>, after predecessor: Runner?) {
        self.runner = runner
        self.predecessor = predecessor
        self.needed = needed
        let over = Latch()
        over.open()
        turns = Guarded(Dictionary(uniqueKeysWithValues: runner.suppliedInstances.map { ($0, over) }))
    }

    /// The faults of the calls that have failed.
    var faults: [Fault] { failures.withLock { $0 } }

    /// Starts a component, which is created first if its initializer has to be awaited, and then creates what has waited for it.
    /// - Returns: True to go on.
    func start(_ index: Int) async -> Bool {
        let definition = runner.registry.definitions[index]
        guard definition.isAsync else { return await begin(definition) }
        if definition.slot.instance == nil, !(await create(definition)) { return false }
        guard await begin(definition) else { return false }
        return await createFollowers(of: index)
    }

    /// Creates the components that have waited for an async one, and wait for no other.
    private func createFollowers(of index: Int) async -> Bool {
        let awaited = awaited.withLock { awaited in
            awaited.insert(index)
            return awaited
        }
        let followers = runner.registry.creations.followers
        for follower in followers where follower.needs.contains(index) && awaited.isSuperset(of: follower.needs) {
            guard !Task.isCancelled, await create(runner.registry.definitions[follower.definition]) else {
                return false
            }
        }
        return true
    }

    private func create(_ definition: RegisteredDefinition) async -> Bool {
        await attempt(.create, definition) { [core = runner.core] in
            if definition.isAsync { return try await core.create(definition) }
            _ = try core.inGate(for: { nil }) { try core.maker.instance(of: definition, for: nil) }
        }
    }

    /// Starts a component, and waits until its service is ready where others wait for that.
    private func begin(_ definition: RegisteredDefinition) async -> Bool {
        // A lazy singleton that is not made by now is started by nobody.
        guard let instance = definition.slot.instance else { return true }
        let turn = Latch()
        let earlier = turns.withLock { turns in
            let earlier = turns[ObjectIdentifier(instance)]
            if earlier == nil { turns[ObjectIdentifier(instance)] = turn }
            return earlier
        }
        if let earlier {
            // An alias that was made since the start began.
            await earlier.wait()
            return true
        }
        defer { turn.open() }
        return await start(AnyValueBox.unboxed(instance), of: definition)
    }

    private func start(_ component: Any, of definition: RegisteredDefinition) async -> Bool {
        let lifecycle = runner.lifecycle
        let successor = predecessor == nil ? nil : component as? any TakesOverAtReload
        let startable = component as? any Startable
        if successor != nil || startable != nil {
            let name = definition.facts.name
            let hasStarted = await attempt(.start, definition) { [predecessor, runner] in
                try await runner.calls.settings.observers.starting(name) {
                    try await successor?.takeOver(fromAny: predecessor?.component(named: name))
                    try await startable?.start()
                }
            }
            guard hasStarted else { return false }
        }
        lifecycle.addStarted(definition.index)
        guard needed.contains(definition.index), let service = component as? any IOCService else { return true }
        guard !Task.isCancelled else { return false }
        let run = lifecycle.serve(definition.index, runner.body(of: service, definition))
        return isDone(await runner.awaitReady(service, run, definition))
    }

    /// Runs a component's own code in the time that a start has, as often as the component says.
    private func attempt(
        _ purpose: ComponentCalls.Purpose, _ definition: RegisteredDefinition,
        _ body: @escaping @Sendable () async throws -> Void
    ) async -> Bool {
        let (name, limit) = (definition.facts.name, runner.registry.lifecycle.startTimeout)
        let attempts = StartAttempts(definition.facts.retry, limit: limit)
        let end = await runner.calls.run(purpose, definition, limit: limit) { [runner] overrun in
            let services = overrun == nil ? [] : runner.unstartedServices(for: definition)
            return purpose.fault(name, overrun, services: services, attempts: attempts.failures)
        } _: { [runner] in
            let begin = runner.calls.settings.now
            try await attempts.run(body) { error in
                let failure = IOCError(purpose.fault(name, nil), at: definition.codeOrigin, cause: error)
                runner.calls.settings.notify(.retrying, definition, since: begin, failure)
            }
        }
        return isDone(end)
    }

    private func isDone(_ end: ComponentCalls.End) -> Bool {
        switch end {
        case .done: return true
        case .calledOff: return false
        case .failed(let fault):
            failures.withLock { $0.append(fault) }
            return false
        }
    }
}

// MARK: Services

extension Runner {
    /// The work of a service.
    func body(
        of service: any IOCService, _ definition: RegisteredDefinition
    ) -> @Sendable () async throws -> Void {
        let name = "run() of \(definition.facts.name)"
        return { [lifecycle] in
            try await LifecycleCall.run(name, of: lifecycle) { try await service.run() }
        }
    }

    /// The services that a component's start may wait for in vain, as they have not begun: those it knows, else all others.
    /// - Returns: Their names, at most three.
    func unstartedServices(for definition: RegisteredDefinition) -> [String] {
        let atWork = lifecycle.state.withLock { Set($0.services.keys) }
        let unstarted = registry.definitions.filter { other in
            other !== definition && other.component is any IOCService && !atWork.contains(other.index)
                && !other.facts.dependsOn.contains(definition.facts.name)
        }
        let targets = Set(dependencies.wiring.edges[definition.index].flatMap(\.targets))
            .union(definition.observed.withLock(\.self))
        let known = unstarted.filter { targets.contains($0.index) }
        return (known.isEmpty ? unstarted : known).map(\.facts.name).ordered().prefix(3).map(\.self)
    }

    /// Waits until a service that is at work is ready.
    func awaitReady(
        _ service: any IOCService, _ run: ServiceRun, _ definition: RegisteredDefinition
    ) async -> ComponentCalls.End {
        await calls.run(.ready, definition, limit: registry.lifecycle.startTimeout) {
            await run.hasBegun()
            try await service.ready()
        }
    }

    /// Sets the services to work that no component has waited for.
    func serve() {
        let definitions = registry.definitions
        lifecycle.serve { started, atWork in
            started.compactMap { index in
                guard !atWork.contains(index), let service = definitions[index].component as? any IOCService else {
                    return nil
                }
                return (index, body(of: service, definitions[index]))
            }
        } awaitReady: { begun in
            await withTaskGroup(of: Fault?.self) { group in
                for (index, run) in begun {
                    guard let service = definitions[index].component as? any IOCService else { continue }
                    group.addTask {
                        let end = await awaitReady(service, run, definitions[index])
                        if case .failed(let fault) = end { return fault }
                        return nil
                    }
                }
                return await group.reduce(into: []) { faults, fault in
                    if let fault { faults.append(fault) }
                }
            }
        }
    }
}

/// The attempts to start one component.
final class StartAttempts: Sendable {
    private let retry: StartRetry
    private let limit: Duration
    private let failed = Guarded(FailedAttempts())

    /// - Parameters:
    ///   - retry: The number of attempts, and the time between them.
    ///   - limit: The longest wait.
    init(_ retry: StartRetry?, limit: Duration) {
        self.retry = retry ?? StartRetry(attempts: 1)
        self.limit = limit
    }

    /// The errors of the failed attempts.
    var failures: FailedAttempts { failed.withLock { $0 } }

    /// Calls `body` until it succeeds, or has failed often enough.
    /// - Parameters:
    ///   - body: The component's start.
    ///   - hasFailed: Called with the error of each failed attempt but the last.
    func run(_ body: () async throws -> Void, hasFailed: (any Error) -> Void) async throws {
        var delay = min(retry.delay, limit)
        while true {
            do {
                return try await body()
            } catch {
                let count = failed.withLock { $0.add("\(error)") }
                guard count < retry.attempts, !Task.isCancelled else { throw error }
                hasFailed(error)
            }
            let pause = Latch()
            await withTaskCancellationHandler {
                await pause.wait(atMost: delay)
            } onCancel: {
                pause.open()
            }
            try Task.checkCancellation()
            let next = delay.seconds * retry.factor
            // A factor may make more of it than a duration can be.
            delay = next < limit.seconds ? .seconds(next) : limit
        }
    }
}
