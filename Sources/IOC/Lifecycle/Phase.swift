import IOCBase
import IOCModel

/// A phase of a component's life in which the context calls the component's own code, and waits for it.
///
/// Every such call has a limit, runs inside the observers, is named by messages, and ends in an event or a fault.
typealias Phase = Fault.LifePhase

extension Fault.LifePhase {
    /// True for the phases of a start, in which a limit is that of a start, and an error may answer a cancellation.
    fileprivate var isOfStart: Bool { self == .create || self == .start || self == .ready }

    /// The event that observers receive when the code has returned.
    fileprivate var success: ContextEvent.Kind? {
        switch self {
        case .start: .started
        case .ready: .ready
        case .create, .run: nil
        case .stop: .stopped
        }
    }

    /// A call under way.
    struct Call: Sendable {
        let phase: Phase
        let definition: CallSite
        let lifecycle: Lifecycle

        /// The call as messages name it, such as `start() of Shop.Server`.
        fileprivate var name: String {
            phase == .create ? "the creation of \(definition.facts.name)" : "\(phase)() of \(definition.facts.name)"
        }
    }

    /// The calls that the current task is part of, the outermost first.
    @TaskLocal static var calls: [Call] = []

    /// A Boolean value that indicates whether a context would wait for the current task.
    static func isInside(_ lifecycle: Lifecycle) -> Bool { calls.contains { $0.lifecycle === lifecycle } }

    /// Refuses what would wait for the current task.
    /// - Parameters:
    ///   - call: The call, such as `start()`.
    ///   - isAwaited: Returns true if it waits for a lifecycle's calls to end.
    /// - Throws: `context-reentered`.
    static func refuse(_ call: String, where isAwaited: (Lifecycle) -> Bool) throws {
        guard let outer = calls.last(where: { isAwaited($0.lifecycle) }) else { return }
        throw IOCError(Fault(.contextReentered(call: call, inside: outer.name)))
    }
}

extension ContextCore {
    /// The end of a call: it is not done if it has failed, or if it was cancelled and took note.
    typealias CallEnd = (isDone: Bool, faults: [Fault])

    /// Calls a component's own code in time and inside the observers, and notifies them.
    /// - Parameters:
    ///   - attempts: The errors of the attempts before.
    ///   - body: The code.
    func call(
        _ phase: Phase, _ definition: CallSite, attempts: () -> FailedAttempts = { FailedAttempts() },
        _ body: @escaping @Sendable (TimedCall) async throws -> Void
    ) async -> CallEnd {
        let name = definition.facts.name
        let observers = observers
        let begin = observers.now
        lifecycle.busy.withLock { $0.append(name) }
        defer {
            lifecycle.busy.withLock { busy in if let index = busy.firstIndex(of: name) { busy.remove(at: index) } }
        }
        let limit = phase.isOfStart ? configuration.startTimeout : configuration.stopTimeout
        let end = await TimedCall.run(limit: limit, grace: min(limit, configuration.stopTimeout)) { call in
            try await self.inside(phase, definition) { try await body(call) }
        }
        let fault: Fault
        var isAnswer = false
        switch end {
        case .returned:
            if let kind = phase.success { observers.notify(kind, definition, since: begin) }
            return (true, [])
        case .failed(let error):
            let isCancelled = phase.isOfStart && Task.isCancelled
            if isCancelled, error is CancellationError { return (false, []) }
            // A client of a database answers a cancellation with an error of its own. If a failure has led to the
            // cancellation, it may be the same failure; if someone has called the start off, only observers are notified.
            isAnswer = isCancelled && lifecycle.roster?.isCalledOff.isOpen == true
            fault = Fault(failure(of: phase, definition, attempts: attempts()), at: definition.codeOrigin, cause: error)
        case .overran(let limit):
            fault = Fault(
                failure(of: phase, definition, after: limit, attempts: attempts()), at: definition.codeOrigin)
        }
        observers.notify(.failed, definition, since: begin, IOCError(fault))
        return (false, isAnswer ? [] : [fault])
    }

    /// Runs a component's own code as a call for which the context waits.
    func inside(
        _ phase: Phase, _ definition: CallSite, _ body: @Sendable () async throws -> Void
    ) async throws {
        let call = Phase.Call(phase: phase, definition: definition, lifecycle: lifecycle)
        try await Phase.$calls.withValue(Phase.calls + [call]) { try await body() }
    }

    /// The fault of a call that has thrown, or has overrun a limit.
    /// - Parameter attempts: The errors of the attempts before.
    func failure(
        of phase: Phase, _ definition: CallSite, after limit: Duration? = nil,
        attempts: FailedAttempts = FailedAttempts()
    ) -> Fault.Kind {
        let name = definition.facts.name
        guard let seconds = limit?.seconds else {
            return .failed(phase, component: name, isStarting: lifecycle.isStarting, attempts: attempts)
        }
        let services = phase.isOfStart ? unstartedServices(for: definition) : []
        return .overran(
            phase, component: name, seconds: seconds,
            creating: phase == .create ? definition.creation.name(of: .creation) : nil, services: services,
            attempts: attempts)
    }

    /// The services that a component's start may wait for in vain, because they have not begun: those that it knows, otherwise
    /// all others. A service that starts after the component can't be meant.
    /// - Returns: Their names, at most three.
    private func unstartedServices(for definition: CallSite) -> [String] {
        let waiting = lifecycle.roster?.order?.dependents(of: definition.index) ?? []
        let atWork = lifecycle.roster?.services ?? [:]
        let unstarted = sites.filter { other in
            other !== definition && other.component is any IOCService && atWork[other.index] == nil
                && !waiting.contains(other.index)
        }
        let targets = Set(wiring.edges[definition.index].flatMap(\.targets))
            .union(definition.observedTargets)
        let known = unstarted.filter { targets.contains($0.index) }
        return (known.isEmpty ? unstarted : known).map(\.facts.name).ordered().prefix(3).map(\.self)
    }
}

extension ContextCore {

    /// The number of components that may start or stop at once. A context that starts nothing never asks the system for its cores.
    var width: Int { max(1, configuration.startupConcurrency ?? LaneExecutor.width) }

    /// Stops a component.
    /// - Returns: The faults.
    func stop(_ component: any Stoppable, of definition: CallSite) async -> [Fault] {
        await call(.stop, definition) { [observers = observers] _ in
            try await observers.surround(.stop, definition.facts.name) { try await component.stop() }
        }.faults
    }

    /// Reports to the observers that a component of a scope was let go without being stopped.
    func tellUnstopped(_ definition: CallSite) {
        let unstopped = Fault.Kind.scopeEndedUnstopped(
            name: definition.facts.name, scope: definition.facts.scope.name)
        let observers = observers
        observers.notify(.failed, definition, since: observers.now, IOCError(unstopped, at: definition.codeOrigin))
    }
}
