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
    /// The instances that others start and stop.
    private let supplied: Set<ObjectIdentifier>
    /// The instances that have had their turn, each with a latch that opens when the turn is over.
    private let turns = Guarded<[ObjectIdentifier: Latch]>([:])
    /// The async components that have started.
    private let awaited = Guarded<Set<Int>>([])

    init(_ runner: Runner, needed: Set<Int>, after predecessor: Runner?) {
        self.runner = runner
        self.predecessor = predecessor
        self.needed = needed
        supplied = runner.suppliedInstances
    }

    /// The faults of the calls that have failed.
    var faults: [Fault] { failures.withLock { $0 } }

    /// Starts a component, which is created first if its initializer has to be awaited, and then creates what has waited for it.
    /// - Returns: True to go on.
    func start(_ index: Int) async -> Bool {
        let definition = runner.core.sites[index]
        guard definition.isAsync else { return await begin(definition) }
        if definition.instance == nil, !(await create(definition)) { return false }
        guard await begin(definition) else { return false }
        return await createFollowers(of: index)
    }

    /// Creates the components that have waited for an async one, and wait for no other.
    private func createFollowers(of index: Int) async -> Bool {
        let awaited = awaited.withLock { awaited in
            awaited.insert(index)
            return awaited
        }
        let followers = runner.core.creations.followers
        for follower in followers where follower.needs.contains(index) && awaited.isSuperset(of: follower.needs) {
            guard !Task.isCancelled, await create(runner.core.sites[follower.definition]) else {
                return false
            }
        }
        return true
    }

    private func create(_ definition: CallSite) async -> Bool {
        await attempt(.create, definition) { [core = runner.core] in
            if definition.isAsync { return try await core.create(definition) }
            _ = try core.inGate { try definition.enter() }
        }
    }

    /// Starts a component, and waits until its service is ready where others wait for that.
    private func begin(_ definition: CallSite) async -> Bool {
        // A lazy singleton that is not created by now is never started.
        guard let instance = definition.instance, !supplied.contains(ObjectIdentifier(instance)) else {
            return true
        }
        let turn = Latch()
        let earlier = turns.withLock { turns in
            let earlier = turns[ObjectIdentifier(instance)]
            turns[ObjectIdentifier(instance)] = earlier ?? turn
            return earlier
        }
        if let earlier {
            // An alias that was made since the start began.
            await earlier.wait()
            return true
        }
        defer { turn.open() }
        let component = AnyValueBox.unboxed(instance)
        let successor = predecessor == nil ? nil : component as? any TakesOverAtReload
        let startable = component as? any Startable
        if successor != nil || startable != nil {
            let name = definition.facts.name
            let hasStarted = await attempt(.start, definition) { [predecessor, runner] in
                try await runner.observers.starting(name) {
                    try await successor?.takeOver(fromAny: predecessor?.component(named: name))
                    try await startable?.start()
                }
            }
            guard hasStarted else { return false }
        }
        runner.lifecycle.state.withLock { $0.started.append(definition.index) }
        guard needed.contains(definition.index), let service = component as? any IOCService else { return true }
        guard !Task.isCancelled, let run = runner.begin(service, of: definition) else { return false }
        return isDone(await runner.awaitReady(service, run, of: definition))
    }

    /// Runs a component's own code in the time that a start has, as often as the component says.
    private func attempt(
        _ call: Runner.Call, _ definition: CallSite, _ body: @escaping @Sendable () async throws -> Void
    ) async -> Bool {
        let retry = definition.facts.retry ?? StartRetry(attempts: 1)
        let failed = Guarded(FailedAttempts())
        let end = await runner.run(call, definition, attempts: { failed.withLock { $0 } }) { [runner] in
            let begin = runner.observers.now
            let longest = min(runner.configuration.startTimeout, .longest)
            var delay = min(retry.delay, longest)
            while true {
                do {
                    return try await body()
                } catch {
                    let count = failed.withLock { $0.add("\(error)") }
                    guard count < retry.attempts, !Task.isCancelled else { throw error }
                    let failure = IOCError(
                        runner.failure(of: call, definition), at: definition.codeOrigin, cause: error)
                    runner.observers.notify(.retrying, definition, since: begin, failure)
                }
                try await Task.sleep(for: delay)
                // A factor may make more of it than a duration can be.
                delay = .seconds(min(delay.seconds * retry.factor, longest.seconds))
            }
        }
        return isDone(end)
    }

    private func isDone(_ end: Runner.CallEnd) -> Bool {
        failures.withLock { $0 += end.faults }
        return end.isDone
    }
}
