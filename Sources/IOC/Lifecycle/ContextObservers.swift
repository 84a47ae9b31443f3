import IOCBase
import IOCModel
import Synchronization

/// The observers of a context's components: those of the configuration, and the components of that type.
///
/// A component can't hear anything before it is injected; what happens until then is kept for it.
final class ContextObservers: Sendable {
    private struct State {
        var components: [any ContextObserver] = []
        /// The events that observing components have yet to hear; nil where no such component is to come.
        var missed: [ContextEvent]?
    }

    private let configured: [any ContextObserver]
    private let state = Guarded(State())
    private let isObserved: Atomic<Bool>

    init(_ configured: [any ContextObserver]) {
        self.configured = configured
        isObserved = Atomic(!configured.isEmpty)
    }

    /// True if anybody hears.
    var isEmpty: Bool { !isObserved.load(ordering: .acquiring) }

    /// The same observers for another context, which has components of its own.
    func renewed() -> ContextObservers { ContextObservers(configured) }

    /// Keeps what happens from now on for components to come.
    func expectComponents() {
        state.withLock { state in
            state.missed = []
            isObserved.store(true, ordering: .releasing)
        }
    }

    /// Sends components the events that they have missed, and all later ones.
    func attach(_ components: [any ContextObserver]) {
        while true {
            let missed = state.withLock { state in
                guard let missed = state.missed, !missed.isEmpty else {
                    state = State(components: components)
                    return [] as [ContextEvent]
                }
                state.missed = []
                return missed
            }
            if missed.isEmpty { return }
            for event in missed {
                for component in components { component.handle(event) }
            }
        }
    }

    func notify(_ event: ContextEvent) {
        for observer in configured { observer.handle(event) }
        let components = state.withLock { state in
            state.missed?.append(event)
            return state.components
        }
        for component in components { component.handle(event) }
    }

    /// Runs a component's start inside all observers, the first one outermost.
    /// - Throws: The error of the start, even if an observer does not pass it on, or `ObserverMistake`.
    func starting(_ component: String, _ start: @escaping @Sendable () async throws -> Void) async throws {
        let observers = configured + state.withLock(\.components)
        guard !observers.isEmpty else { return try await start() }
        let calls = Guarded<[Result<Void, any Error>?]>([])
        var call: @Sendable () async throws -> Void = {
            let isFirst = calls.withLock { calls in
                calls.append(nil)
                return calls.count == 1
            }
            guard isFirst else { throw ObserverMistake(description: "an observer has called it twice") }
            let result = await Result(start)
            calls.withLock { $0[0] = result }
            try result.get()
        }
        for observer in observers.reversed() {
            let inner = call
            call = { try await observer.starting(component, inner) }
        }
        try await call()
        let all = calls.withLock { $0 }
        guard all.count < 2 else { throw ObserverMistake(description: "an observer has called it twice") }
        guard let result = all.first else { throw ObserverMistake(description: "an observer has not called it") }
        guard let result else { throw ObserverMistake(description: "an observer has not waited for its end") }
        try result.get()
    }

    /// An observer's `starting(_:_:)` that didn't call the start once.
    private struct ObserverMistake: Error, CustomStringConvertible {
        let description: String
    }

    /// Lets the components go with their context.
    func removeComponents() {
        let removed = state.withLock { state in
            defer { state = State() }
            return state.components
        }
        withExtendedLifetime(removed) {}
    }
}

/// The settings of a configuration for starting, stopping and observing.
struct LifecycleSettings: Sendable {
    let startTimeout: Duration
    let stopTimeout: Duration
    /// The time a context that is to stop goes on serving.
    let drainTimeout: Duration
    /// The time limit of a health check.
    let healthTimeout: Duration
    /// The number of components that may start or stop at once, where the configuration says one.
    let startupConcurrency: Int?
    private(set) var observers: ContextObservers

    /// The number of components that may start or stop at once. A context that starts nothing never asks the system for its cores.
    var width: Int { max(1, startupConcurrency ?? LaneExecutor.width) }

    /// The same settings for a context that patches the one they were made for.
    func renewed() -> LifecycleSettings {
        var copy = self
        copy.observers = observers.renewed()
        return copy
    }

    /// The time since some moment; nil without observers, because then nothing is measured.
    var now: Duration? {
        // The clock's own types would slow down each construction without observers.
        @inline(never) get { observers.isEmpty ? nil : Self.epoch.duration(to: .now) }
    }

    /// The moment from which ``now`` counts.
    static let epoch = ContinuousClock.now
}

extension LifecycleSettings {
    init(_ configuration: ContextConfiguration) {
        self.init(
            startTimeout: configuration.startTimeout, stopTimeout: configuration.stopTimeout,
            drainTimeout: configuration.drainTimeout, healthTimeout: configuration.healthTimeout,
            startupConcurrency: configuration.startupConcurrency,
            observers: ContextObservers(configuration.observers))
    }
}
