import IOCBase
import IOCModel

/// A phase of a component's life in which the context calls the component's own code, and waits for it.
///
/// Every such call runs inside the observers: each observer's method, such as `starting(_:_:)`, surrounds it. Every
/// call has a time limit; for `run()`, it limits the time in which the service has to end. A call that fails ends in a
/// fault, unless the start was cancelled. The creation and the start of a component may be retried.
typealias Phase = Fault.LifePhase

extension Fault.LifePhase {
    /// True for the phases of a start. Their limit is `startTimeout`. If the start is cancelled, an error in one of them
    /// may be no more than the component's response to that.
    fileprivate var isOfStart: Bool { self == .create || self == .start || self == .ready }

    /// The event that observers receive when the code has returned; nil for none.
    fileprivate var success: ContextEvent.Kind? {
        switch self {
        case .start: .started
        case .ready: .ready
        case .create, .run: nil
        case .stop: .stopped
        }
    }

    /// A call in progress.
    struct Call: Sendable {
        let phase: Phase
        let definition: CallSite
        let lifecycle: Lifecycle

        /// The name of the call in messages, such as `start() of Shop.Server`.
        fileprivate var name: String {
            phase == .create ? "the creation of \(definition.facts.name)" : "\(phase)() of \(definition.facts.name)"
        }
    }

    /// The calls that the current task is part of, the outermost first.
    @TaskLocal static var calls: [Call] = []

    /// Returns true if the current task is part of a call for which the context waits.
    static func isInside(_ lifecycle: Lifecycle) -> Bool { calls.contains { $0.lifecycle === lifecycle } }

    /// Throws an error if a call would wait for the current task.
    /// - Parameters:
    ///   - call: The call, such as `start()`.
    ///   - isAwaited: Returns true if the call would wait for the calls of a lifecycle.
    /// - Throws: `context-reentered`.
    static func refuse(_ call: String, where isAwaited: (Lifecycle) -> Bool) throws {
        guard let outer = calls.last(where: { isAwaited($0.lifecycle) }) else { return }
        throw IOCError(Fault(.contextReentered(call: call, inside: outer.name)))
    }
}

extension ContextCore {
    /// The outcome of a call. `isDone` is false if the call has thrown, exceeded its time limit, or was cancelled. A
    /// cancelled call may have no faults.
    typealias CallEnd = (isDone: Bool, faults: [Fault])

    /// The number of components that may start or stop concurrently.
    var width: Int { max(1, configuration.startupConcurrency ?? LaneExecutor.width) }

    /// Calls a component's own code within the time limit and inside the observers, and notifies the observers.
    /// - Parameter body: The code to call. For `run()`, the closure only waits until the service ends. `run()` itself
    ///   was called inside the observers before, so this call isn't.
    func call(
        _ phase: Phase, _ definition: CallSite, _ body: @escaping @Sendable (TimedCall) async throws -> Void
    ) async -> CallEnd {
        let name = definition.facts.name
        let begin = observers.now
        lifecycle.busy.withLock { $0.append(name) }
        defer {
            lifecycle.busy.withLock { busy in if let index = busy.firstIndex(of: name) { busy.remove(at: index) } }
        }
        let limit = phase.isOfStart ? configuration.startTimeout : configuration.stopTimeout
        let failed = Guarded(FailedAttempts())
        do {
            try await TimedCall.run(limit: limit, grace: min(limit, configuration.stopTimeout)) { call in
                if phase == .run { return try await body(call) }
                try await self.attempt(phase, definition, since: begin, failed) { try await body(call) }
            }
        } catch is CancellationError where phase.isOfStart && Task.isCancelled {
            return (false, [])
        } catch {
            let failure = fault(of: error, in: phase, of: definition, attempts: failed.withLock { $0 })
            observers.notify(.failed, definition, since: begin, IOCError(failure))
            // A client of a database may answer a cancellation with its own error. If the start was called off, this
            // error is only reported to observers. If the failure of another component has cancelled this call, the
            // error is kept, because it may be a real failure, for example with the same cause.
            let isAnswer = phase.isOfStart && Task.isCancelled && !(error is TimedCall.Overrun)
            return (false, isAnswer && lifecycle.roster?.isCalledOff.isOpen == true ? [] : [failure])
        }
        if let kind = phase.success { observers.notify(kind, definition, since: begin) }
        return (true, [])
    }

    /// Calls a component's own code inside the observers. A failed creation or `start()` is retried as often as the
    /// component's traits allow.
    private func attempt(
        _ phase: Phase, _ definition: CallSite, since begin: Duration?, _ failed: borrowing Guarded<FailedAttempts>,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard phase == .create || phase == .start, let retry = definition.facts.retry else {
            return try await inside(phase, definition, body)
        }
        let longest = min(configuration.startTimeout, .longest)
        var delay = min(retry.delay, longest)
        while true {
            do {
                return try await inside(phase, definition, body)
            } catch {
                let count = failed.withLock { $0.add("\(error)") }
                guard count < retry.attempts, !Task.isCancelled else { throw error }
                let failure = IOCError(fault(of: error, in: phase, of: definition))
                observers.notify(.retrying, definition, since: begin, failure)
            }
            try await Task.sleep(for: delay)
            // Limited, because the product may exceed the range of a duration.
            delay = .seconds(min(delay.seconds * retry.factor, longest.seconds))
        }
    }

    /// Calls a component's own code inside the observers, and marks the current task as part of this call.
    func inside(
        _ phase: Phase, _ definition: CallSite, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let call = Phase.Call(phase: phase, definition: definition, lifecycle: lifecycle)
        try await Phase.$calls.withValue(Phase.calls + [call]) {
            try await observers.surround(phase, definition.facts.name, body)
        }
    }

    /// Returns the fault of a call that has thrown, or that has exceeded its time limit.
    /// - Parameter attempts: The errors of all failed attempts; empty if the call isn't retried.
    private func fault(
        of error: any Error, in phase: Phase, of definition: CallSite, attempts: FailedAttempts = FailedAttempts()
    ) -> Fault {
        let name = definition.facts.name
        guard let overrun = error as? TimedCall.Overrun else {
            return Fault(
                .failed(phase, component: name, isStarting: lifecycle.isStarting, attempts: attempts),
                at: definition.codeOrigin, cause: error)
        }
        return Fault(
            .overran(
                phase, component: name, seconds: overrun.limit.seconds,
                creating: phase == .create ? definition.creation.name(of: .creation) : nil,
                services: phase.isOfStart ? unstartedServices(for: definition) : [], attempts: attempts),
            at: definition.codeOrigin)
    }

    /// Returns the services that a component's `start()` may be waiting for, although they have not begun. They are the
    /// services that the component depends on or, if there are none, all others. Services that start after the
    /// component are excluded.
    /// - Returns: The names of at most three services.
    private func unstartedServices(for definition: CallSite) -> [String] {
        guard let roster = lifecycle.roster else { return [] }
        let (order, atWork) = roster.state.withLock { ($0.order, $0.services) }
        let unstarted = sites.filter { other in
            other !== definition && other.component is any IOCService && atWork[other.index] == nil
                && order?.awaited(by: [other.index]).contains(definition.index) != true
        }
        let targets = Set(wiring.edges[definition.index].flatMap(\.targets)).union(definition.observedTargets)
        let known = unstarted.filter { targets.contains($0.index) }
        return (known.isEmpty ? unstarted : known).map(\.facts.name).ordered().prefix(3).map(\.self)
    }

    /// Stops a component.
    /// - Returns: The faults.
    func stop(_ component: any Stoppable, of definition: CallSite) async -> [Fault] {
        await call(.stop, definition) { _ in try await component.stop() }.faults
    }

    /// Reports to the observers that a component of a scope was released without being stopped.
    func notifyUnstopped(_ definition: CallSite) {
        let unstopped = Fault.Kind.scopeEndedUnstopped(
            name: definition.facts.name, scope: definition.facts.scope.name)
        observers.notify(.failed, definition, since: observers.now, IOCError(unstopped, at: definition.codeOrigin))
    }
}
