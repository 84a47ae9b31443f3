import IOCBase
import IOCModel

/// The lifecycle of a context. All threads that start, run and stop the context share it.
///
/// 1. The state decides which calls are valid. A context starts once, and its ``Roster`` lists the components that the
///    start has started.
/// 2. A start follows the dependency order, the ``StartOrder``. A stop, and the rollback of a start, follows the
///    reverse.
/// 3. To start or stop a component, its own code is called in one or more phases, see ``Phase``. ``ContextCore``
///    limits the time of these calls, runs the observers around them, repeats them if the component has `.retry`, and
///    reports an event or a fault.
/// 4. During a ``ContextRun``, the services run that no component waits for. The other services run since the start. If
///    the run is asked to end, or a service ends, the context is stopped.
/// 5. A reload starts another context while this one continues, transfers the run to it, and stops this one.
final class Lifecycle: Sendable {
    /// The states of a context.
    ///
    /// ```
    /// idle ──▶ starting ──▶ running ──▶ stopping ──▶ stopped
    ///              │                                       ▲
    ///              └─ a start that fails or is called off ─┘
    /// ```
    private enum State {
        /// - isStopWanted: True if `stop()` was called before a run. The run then returns at once.
        case idle(isStopWanted: Bool)
        case starting(Roster, Task<Void, any Error>)
        case running(Roster)
        case stopping(Roster, Task<Void, any Error>)
        case stopped(hasStarted: Bool)
    }

    /// The state of a context as reported to others.
    enum Stage: String, Sendable {
        case idle = "not started"
        case starting, started, stopping, stopped
        /// The context has started, and a service has ended since.
        case failed
    }

    /// Runs the container's own work of starting and stopping. No component can block these threads.
    let executor = LaneExecutor()
    /// The last answers of the components about their health.
    let health = HealthBoard()
    /// The contexts that this one replaces, or that replace it.
    let chain: ReloadChain
    /// The components whose code is running now, in the order of the calls.
    let busy = Guarded<[String]>([])
    /// Receives notes for the operator; nil if no program has set a receiver.
    let notes = Guarded<(@Sendable (RunNote) -> Void)?>(nil)

    private let state = Guarded<(now: State, run: ContextRun?)>((.idle(isStopWanted: false), nil))

    init(chain: ReloadChain = ReloadChain()) { self.chain = chain }

    /// True from the beginning of a start until everything is stopped.
    var isRunning: Bool { roster != nil }
    /// True during the start, and while the start is rolled back.
    var isStarting: Bool { state.withLock { if case .starting = $0.now { true } else { false } } }

    /// True if the start has succeeded and, during a run, the services are ready. After the stop it is true if the
    /// start had succeeded.
    var hasStarted: Bool {
        if case .stopped(let hasStarted) = state.withLock(\.now) { return hasStarted }
        return ![.idle, .starting].contains(stage)
    }

    /// The roster of the start; nil before a start, and after the stop.
    var roster: Roster? {
        state.withLock { state in
            switch state.now {
            case .starting(let roster, _), .running(let roster), .stopping(let roster, _): roster
            case .idle, .stopped: nil
            }
        }
    }

    /// The lifecycle state of the context. After the start, it is `stopping` as soon as the run is asked to end.
    var stage: Stage {
        state.withLock { state in
            switch state.now {
            case .idle: return .idle
            case .starting: return .starting
            case .stopping: return .stopping
            case .stopped: return .stopped
            case .running(let roster):
                if state.run?.request.isOpen == true { return .stopping }
                if roster.serviceEnd.isOpen { return .failed }
                return roster.isServing.isOpen || state.run == nil ? .started : .starting
            }
        }
    }

    // MARK: Start

    /// Begins the start of an idle context, or joins a start in progress.
    /// - Returns: The start in progress; nil if the context has started.
    /// - Throws: `context-stopped` after a stop, and after a failed start.
    func start(_ body: @escaping @Sendable (Roster) async throws -> Void) throws -> Task<Void, any Error>? {
        try state.withLock { state in
            switch state.now {
            case .idle:
                let roster = Roster()
                let work = Task(executorPreference: executor) { try await body(roster) }
                state.now = .starting(roster, work)
                return work
            case .starting(let roster, let work):
                roster.state.withLock { $0.callers += 1 }
                return work
            case .running: return nil
            case .stopping, .stopped: throw IOCError(Fault(.contextStopped))
            }
        }
    }

    /// Removes a cancelled caller from a start. Without other callers, the start is cancelled.
    func leaveStart() {
        let callers = roster?.state.withLock { state in
            state.callers -= 1
            return state.callers
        }
        if callers == 0 { callOffStart() }
    }

    /// Cancels a start in progress, which then rolls back.
    func callOffStart() {
        let work = state.withLock { state -> Task<Void, any Error>? in
            guard case .starting(let roster, let work) = state.now else { return nil }
            roster.isCalledOff.open()
            return work
        }
        // Outside the lock, because components may react to the cancellation at once.
        work?.cancel()
    }

    /// Ends the start, unless it has to be rolled back because of a fault, a cancellation, or the end of a service.
    /// - Returns: False if the start has to be rolled back.
    func finishStart() -> Bool {
        state.withLock { state in
            guard case .starting(let roster, _) = state.now, roster.faults.isEmpty, !roster.isCalledOff.isOpen,
                !roster.serviceEnd.isOpen
            else { return false }
            state.now = .running(roster)
            return true
        }
    }

    // MARK: Run

    /// Makes `run` the context's only run.
    /// - Throws: `context-running` if there is a run already.
    func beginRun(_ run: ContextRun) throws {
        try state.withLock { state in
            guard state.run == nil else { throw IOCError(Fault(.contextRunning)) }
            if case .idle(true) = state.now {
                state.now = .idle(isStopWanted: false)
                run.request.open()
            }
            state.run = run
        }
    }

    func endRun() { state.withLock { $0.run = nil } }

    /// The run; nil without a run, or if the run has been asked to end.
    var run: ContextRun? { state.withLock(\.run).flatMap { $0.request.isOpen ? nil : $0 } }

    /// Cancels the start in progress, or ends the run, and the drain of a stop, because a service has ended or failed
    /// to become ready.
    /// - Parameter note: The note about a service that has returned. It is sent if no other service has ended before.
    func endService(_ roster: Roster, _ note: RunNote? = nil) {
        let first = roster.state.withLock { state in
            if !roster.serviceEnd.isOpen { state.end = note }
            roster.serviceEnd.open()
            return state.end
        }
        let (work, run) = state.withLock { state -> (Task<Void, any Error>?, ContextRun?) in
            if case .starting(_, let work) = state.now { (work, nil) } else { (nil, state.run) }
        }
        if let run, run.request.open(), let first { run.note(first) }
        work?.cancel()
    }

    // MARK: Reload

    /// Returns the run, and the roster of components to stop after a replacement has started.
    /// - Throws: `context-stopped` during a start, and once a stop has begun.
    func replaceable() throws -> (roster: Roster?, run: ContextRun?) {
        try state.withLock { state in
            switch state.now {
            case .idle: (nil, state.run)
            case .running(let roster): (roster, state.run)
            default: throw IOCError(.contextStopped)
            }
        }
    }

    /// Transfers the run, if there is one, to a replacement.
    /// - Parameter isRunning: True if the replacement has been started, because this context has been started.
    /// - Throws: `context-stopped` after a stop, if the run has been asked to end, or if a service of the replacement
    ///   has ended.
    func handOver(to next: ApplicationContext, isRunning: Bool) throws -> ContextRun? {
        try state.withLock { state in
            switch state.now {
            case .idle where !isRunning: break
            // If a service of the replacement has ended already, the replacement is rejected and this context
            // continues.
            case .running
            where isRunning && state.run?.request.isOpen != true && next.core.lifecycle.stage == .started: break
            default: throw IOCError(.contextStopped)
            }
            guard let run = state.run.take() else { return nil }
            run.continueRun(with: next)
            next.core.lifecycle.state.withLock { $0.run = run }
            return run
        }
    }

    // MARK: Stop

    /// Begins the stop of a started context, joins a stop in progress, or cancels a start.
    /// - Returns: The task that a call of `stop()` has to wait for. The task throws the errors of a stop; the errors of
    ///   a failed start are thrown to the callers of `start()`.
    func stop(_ body: @escaping @Sendable (Roster) async throws -> Void) -> Task<Void, any Error>? {
        let (stop, run) = state.withLock { state -> (Task<Void, any Error>?, ContextRun?) in
            switch state.now {
            case .idle: state.now = .idle(isStopWanted: true)
            case .starting(let roster, let work):
                roster.isCalledOff.open()
                return (Task(executorPreference: executor) { _ = await work.result }, state.run)
            case .running(let roster):
                roster.state.withLock { $0.isClosed = true }
                let work = Task(executorPreference: executor) { try await body(roster) }
                state.now = .stopping(roster, work)
                return (work, state.run)
            case .stopping(_, let work): return (work, state.run)
            case .stopped: break
            }
            return (nil, state.run)
        }
        run?.request.open()
        callOffStart()
        health.forget()
        return stop
    }

    /// Removes the roster, because everything is stopped.
    func finish() {
        let isRollBack = isStarting
        // The former state is released outside the lock, because it may hold the last references to components.
        let former = state.withLock { exchange(&$0.now, with: .stopped(hasStarted: !isRollBack)) }
        health.forget()
        withExtendedLifetime(former) {}
    }
}
