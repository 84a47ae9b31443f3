import IOCBase
import IOCModel

/// Calls of the components' own code that have to end in time, and of which the observers are notified.
struct ComponentCalls: Sendable {
    let settings: LifecycleSettings
    let lifecycle: Lifecycle

    /// The purpose of a call, with the events that report its end.
    enum Purpose {
        case create, start, ready, run, stop

        /// The event that observers hear of when the code has returned.
        var success: ContextEvent.Kind? {
            switch self {
            case .start: .started
            case .ready: .ready
            case .create, .run: nil
            case .stop: .stopped
            }
        }

        /// The call as messages name it.
        func phrase(_ name: String) -> String { self == .create ? "the creation of \(name)" : "\(self)() of \(name)" }

        /// The fault where the code has thrown, or has overrun a limit.
        /// - Parameters:
        ///   - services: Services that had not begun, for which it may have waited.
        ///   - attempts: The errors of the attempts before.
        func fault(
            _ name: String, _ limit: Duration?, services: [String] = [], attempts: FailedAttempts = FailedAttempts()
        ) -> Fault.Kind {
            guard let seconds = limit?.seconds else {
                return switch self {
                case .create, .start: .startFailed(component: name, isCreation: self == .create, attempts: attempts)
                case .ready: .failed(.readyFailed, component: name, in: "ready()")
                case .run: .failed(.serviceFailed, component: name, in: "run()")
                case .stop: .failed(.stopFailed, component: name, in: "stop()")
                }
            }
            return switch self {
            case .create, .start:
                .startTimeout(
                    component: name, seconds: seconds, isCreation: self == .create, services: services,
                    attempts: attempts)
            case .ready: .readyTimeout(component: name, seconds: seconds)
            case .run: .serviceTimeout(component: name, seconds: seconds)
            case .stop: .stopTimeout(component: name, seconds: seconds)
            }
        }
    }

    enum End {
        case done
        /// It was cancelled, and took note.
        case calledOff
        indirect case failed(Fault)
    }

    /// Runs a component's own code in time, and notifies the observers.
    /// - Parameters:
    ///   - purpose: The purpose of the code.
    ///   - definition: The component's definition.
    ///   - limit: The time to wait for it.
    ///   - wording: Says what is wrong where the code has thrown, or has overrun a limit; nil for the usual words.
    ///   - isCalledOff: Returns true if the container has asked the code to end, so that an error is the answer to that.
    ///   - body: The code.
    func run(
        _ purpose: Purpose, _ definition: RegisteredDefinition, limit: Duration,
        wording: ((_ limit: Duration?) -> Fault.Kind)? = nil, isCalledOff: () -> Bool = { Task.isCancelled },
        _ body: @escaping @Sendable () async throws -> Void
    ) async -> End {
        let name = definition.facts.name
        let begin = settings.now
        lifecycle.beginCall(of: name)
        defer { lifecycle.endCall(of: name) }
        let grace = min(limit, settings.stopTimeout)
        var fault: Fault
        var isAnswer = false
        let executor = lifecycle.takeExecutor()
        let end = await TimedCall.run(on: executor, limit: limit, grace: grace) { [lifecycle] in
            try await LifecycleCall.run(purpose.phrase(name), of: lifecycle, body)
        }
        if case .overran = end {} else { lifecycle.giveBack(executor) }
        switch end {
        case .returned:
            if let kind = purpose.success { settings.notify(kind, definition, since: begin) }
            return .done
        case .failed(let error):
            isAnswer = isCalledOff()
            if isAnswer, error is CancellationError { return .calledOff }
            fault = Fault(wording?(nil) ?? purpose.fault(name, nil))
            fault.cause = error
        case .overran(let limit):
            fault = Fault(wording?(limit) ?? purpose.fault(name, limit))
        }
        fault.place = definition.codeOrigin
        settings.notify(.failed, definition, since: begin, IOCError(fault))
        // A client of a database answers a cancellation with an error of its own. Observers alone hear of it.
        return isAnswer ? .calledOff : .failed(fault)
    }

    /// Stops a component.
    /// - Returns: The faults.
    func stop(_ component: any Stoppable, of definition: RegisteredDefinition) async -> [Fault] {
        let end = await run(.stop, definition, limit: settings.stopTimeout, isCalledOff: { false }) {
            try await component.stop()
        }
        guard case .failed(let fault) = end else { return [] }
        return [fault]
    }

    /// Reports to the observers that a component of a scope was let go without being stopped.
    func tellUnstopped(_ definition: RegisteredDefinition) {
        var fault = Fault(.scopeEndedUnstopped(name: definition.facts.name, scope: definition.facts.scope.name))
        fault.place = definition.codeOrigin
        settings.notify(.failed, definition, since: settings.now, IOCError(fault))
    }
}
