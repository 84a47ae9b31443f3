import IOCBase
import IOCModel

/// Calls of the components' own code that have to end in time, and of which the observers are notified.
extension Runner {
    /// The purpose of a call.
    enum Call {
        case create, start, ready, run, stop

        /// The event that observers hear of when the code has returned.
        fileprivate var success: ContextEvent.Kind? {
            switch self {
            case .start: .started
            case .ready: .ready
            case .create, .run: nil
            case .stop: .stopped
            }
        }

        /// The call as messages name it.
        func phrase(_ name: String) -> String { self == .create ? "the creation of \(name)" : "\(self)() of \(name)" }
    }

    /// The end of a call: it is not done if it has failed, or if it was cancelled and took note.
    typealias CallEnd = (isDone: Bool, faults: [Fault])

    /// Runs a component's own code in time, and notifies the observers.
    /// - Parameters:
    ///   - call: The purpose of the code.
    ///   - definition: The component's definition.
    ///   - isCalledOff: True if the container has asked the code to end, so that an error is the answer to that.
    ///   - attempts: The errors of the attempts before.
    ///   - body: The code.
    func run(
        _ call: Call, _ definition: CallSite, isCalledOff: @autoclosure () -> Bool = Task.isCancelled,
        attempts: () -> FailedAttempts = { FailedAttempts() }, _ body: @escaping @Sendable () async throws -> Void
    ) async -> CallEnd {
        let name = definition.facts.name
        let begin = observers.now
        lifecycle.state.withLock { $0.busy.append(name) }
        defer {
            lifecycle.state.withLock { state in
                if let index = state.busy.firstIndex(of: name) { state.busy.remove(at: index) }
            }
        }
        let stopTimeout = configuration.stopTimeout
        let limit = call == .run || call == .stop ? stopTimeout : configuration.startTimeout
        let fault: Fault
        var isAnswer = false
        let end = await TimedCall.run(limit: limit, grace: min(limit, stopTimeout)) { [lifecycle] in
            try await LifecycleCall.run(call.phrase(name), of: lifecycle, body)
        }
        switch end {
        case .returned:
            if let kind = call.success { observers.notify(kind, definition, since: begin) }
            return (true, [])
        case .failed(let error):
            isAnswer = isCalledOff()
            if isAnswer, error is CancellationError { return (false, []) }
            fault = Fault(
                failure(of: call, definition, attempts: attempts()), at: definition.codeOrigin, cause: error)
        case .overran(let limit):
            fault = Fault(
                failure(of: call, definition, after: limit, attempts: attempts()), at: definition.codeOrigin)
        }
        observers.notify(.failed, definition, since: begin, IOCError(fault))
        // A client of a database answers a cancellation with an error of its own. Observers alone hear of it.
        return (false, isAnswer ? [] : [fault])
    }

    /// The fault of a call that has thrown, or has overrun a limit.
    /// - Parameter attempts: The errors of the attempts before.
    func failure(
        of call: Call, _ definition: CallSite, after limit: Duration? = nil,
        attempts: FailedAttempts = FailedAttempts()
    ) -> Fault.Kind {
        let name = definition.facts.name
        return switch (call, limit?.seconds) {
        case (.create, nil), (.start, nil):
            .startFailed(component: name, isCreation: call == .create, attempts: attempts)
        case (.create, let seconds?), (.start, let seconds?):
            .startTimeout(
                component: name, seconds: seconds, isCreation: call == .create,
                services: unstartedServices(for: definition), attempts: attempts)
        case (.ready, nil): .failed(.readyFailed, component: name, in: "ready()")
        case (.ready, let seconds?): .readyTimeout(component: name, seconds: seconds)
        case (.run, nil): .failed(.serviceFailed, component: name, in: "run()")
        case (.run, let seconds?):
            .endTimeout(.serviceTimeout, component: name, in: "run()", seconds: seconds)
        case (.stop, nil): .failed(.stopFailed, component: name, in: "stop()")
        case (.stop, let seconds?):
            .endTimeout(.stopTimeout, component: name, in: "stop()", seconds: seconds)
        }
    }

    /// The services that a component's start may wait for in vain, as they have not begun: those it knows, else all others.
    /// - Returns: Their names, at most three.
    private func unstartedServices(for definition: CallSite) -> [String] {
        let atWork = lifecycle.state.withLock { Set($0.services.keys) }
        let unstarted = core.sites.filter { other in
            other !== definition && other.component is any IOCService && !atWork.contains(other.index)
                && !other.facts.dependsOn.contains(definition.facts.name)
        }
        let targets = Set(core.wiring.edges[definition.index].flatMap(\.targets))
            .union(definition.observedTargets)
        let known = unstarted.filter { targets.contains($0.index) }
        return (known.isEmpty ? unstarted : known).map(\.facts.name).ordered().prefix(3).map(\.self)
    }

    /// Stops a component.
    /// - Returns: The faults.
    func stop(_ component: any Stoppable, of definition: CallSite) async -> [Fault] {
        await run(.stop, definition, isCalledOff: false) { try await component.stop() }.faults
    }

    /// Reports to the observers that a component of a scope was let go without being stopped.
    func tellUnstopped(_ definition: CallSite) {
        let unstopped = Fault.Kind.scopeEndedUnstopped(
            name: definition.facts.name, scope: definition.facts.scope.name)
        observers.notify(.failed, definition, since: observers.now, IOCError(unstopped, at: definition.codeOrigin))
    }

    // MARK: Services

    /// Sets a service to work.
    /// - Returns: Nil if it is at work already, or if a stop has begun.
    func begin(_ service: any IOCService, of definition: CallSite) -> ServiceRun? {
        let name = Call.run.phrase(definition.facts.name)
        return lifecycle.state.withLock { [lifecycle] state in
            guard state.services[definition.index] == nil, state.phase == .starting || state.phase == .started else {
                return nil
            }
            let run = ServiceRun {
                try await LifecycleCall.run(name, of: lifecycle) { try await service.run() }
            } atEnd: {
                lifecycle.endService()
            }
            state.services[definition.index] = run
            return run
        }
    }

    /// Waits until a service that is at work is ready.
    func awaitReady(
        _ service: any IOCService, _ run: ServiceRun, of definition: CallSite
    ) async -> CallEnd {
        await self.run(.ready, definition) {
            await run.begin.wait()
            try await service.ready()
        }
    }
}
