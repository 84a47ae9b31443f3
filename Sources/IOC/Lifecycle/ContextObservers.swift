import IOCBase
import IOCModel

/// The observers of a context: those of the configuration, and the components that conform to ``ContextObserver``.
///
/// A component can't receive an event before it is injected, so earlier events are stored for it.
final class ContextObservers: Sendable {
    private struct State {
        var components: [any ContextObserver] = []
        /// The events that components have not received yet; nil if no component observes, or if all have received
        /// them.
        var missed: [ContextEvent]?
    }

    private let configured: [any ContextObserver]
    private let state: Guarded<State>
    /// True if there are no observers, and no component will become one.
    let isEmpty: Bool

    /// - Parameters:
    ///   - configured: The observers of the configuration.
    ///   - awaitsComponents: True if some components are observers. They are attached after their creation.
    init(_ configured: [any ContextObserver], awaitsComponents: Bool) {
        self.configured = configured
        state = Guarded(State(missed: awaitsComponents ? [] : nil))
        isEmpty = configured.isEmpty && !awaitsComponents
    }

    /// Sends the stored events to components, which then receive all later events as well.
    func attach(_ components: [any ContextObserver]) {
        var missed: [ContextEvent]
        repeat {
            missed = state.withLock { state in
                let missed = state.missed ?? []
                state = missed.isEmpty ? State(components: components) : State(missed: [])
                return missed
            }
            for event in missed {
                for component in components { component.handle(event) }
            }
        } while !missed.isEmpty
    }

    /// Reports an event to all observers.
    /// - Parameter begin: The value of ``now`` when the event began.
    func notify(
        _ kind: ContextEvent.Kind, _ definition: CallSite, since begin: Duration?,
        _ error: @autoclosure () -> IOCError? = nil
    ) {
        guard let begin, let now else { return }
        let event = ContextEvent(kind, component: definition.facts.name, duration: now - begin, error: error())
        for observer in configured { observer.handle(event) }
        let components = state.withLock { state in
            state.missed?.append(event)
            return state.components
        }
        for component in components { component.handle(event) }
    }

    /// Calls a component's own asynchronous code inside all observers, the first observer outermost.
    /// - Throws: The error of the code, even if an observer does not pass it on, or `ObserverMistake`.
    func surround(
        _ phase: Phase, _ component: String, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let observers = configured + state.withLock(\.components)
        if observers.isEmpty { return try await body() }
        let (isCalled, isCalledAgain) = (Latch(), Latch())
        let result = Guarded<Result<Void, any Error>?>(nil)
        var call: @Sendable () async throws -> Void = {
            guard isCalled.open() else {
                isCalledAgain.open()
                throw ObserverMistake()
            }
            let outcome = await Result(body)
            result.withLock { $0 = outcome }
            try outcome.get()
        }
        for observer in observers.reversed() {
            let inner = call
            call = { try await observer.surround(phase, component, inner) }
        }
        try await call()
        guard !isCalledAgain.isOpen, let outcome = result.withLock(\.self) else { throw ObserverMistake() }
        try outcome.get()
    }

    /// The error for an observer that didn't call the code exactly once.
    private struct ObserverMistake: Error, CustomStringConvertible {
        let description = "an observer has to call it once, and to wait for its end"
    }

    /// Releases the components that observe.
    func removeComponents() {
        let removed = state.withLock { exchange(&$0, with: State()) }
        withExtendedLifetime(removed) {}
    }

    /// The time since ``epoch``; nil without observers, because then nothing is measured.
    var now: Duration? {
        // Not inlined, because the types of the clock would slow down each construction, even without observers.
        @inline(never) get { isEmpty ? nil : Self.epoch.duration(to: .now) }
    }

    /// The moment from which ``now`` counts.
    private static let epoch = ContinuousClock.now
}

extension ContextObserver {
    fileprivate func surround(
        _ phase: Phase, _ component: String, _ body: @Sendable () async throws -> Void
    ) async throws {
        switch phase {
        case .create: try await creating(component, body)
        case .start: try await starting(component, body)
        case .ready: try await readying(component, body)
        case .run: try await running(component, body)
        case .stop: try await stopping(component, body)
        }
    }
}
