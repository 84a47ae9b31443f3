import IOCBase
import IOCModel

/// The lifecycle of a context: one value for all threads that start, run and stop it.
///
/// 1. The state decides which calls are valid. A context starts once, and its ``Roster`` has what the start has brought
///    up.
/// 2. A start takes the components in the order of the graph, the ``StartOrder``. A stop, and the rollback of a start,
///    takes them in reverse.
/// 3. To start or stop one component, its own code is called in one ``Phase`` or several. One function gives each call
///    its limit, its observers, its repetitions, and its event or fault.
/// 4. A ``ContextRun`` starts the services that no component waits for, waits until it is asked to end or a service
///    ends, and stops.
/// 5. A reload starts another context beside this one, gives it the run, and stops this one.
final class Lifecycle: Sendable {
    /// The state decides which calls are valid. A context starts once.
    ///
    /// ```
    /// idle ──▶ starting ──▶ running ──▶ stopping ──▶ stopped
    ///              │                                       ▲
    ///              └─ a start that fails or is called off ─┘
    /// ```
    private enum State {
        /// - isStopWanted: True if a stop came before a run, which then returns at once.
        case idle(isStopWanted: Bool)
        case starting(Roster, Task<Void, any Error>)
        case running(Roster)
        case stopping(Roster, Task<Void, any Error>)
        case stopped(hasStarted: Bool)
    }

    /// The lifecycle state of a context as others see it.
    enum Stage: String, Sendable {
        case idle = "not started"
        case starting, started, stopping, stopped
        /// It has started, and a service has ended since.
        case failed
    }

    /// Runs the container's own work of starting and stopping. No component can block its threads.
    let executor = LaneExecutor()
    /// The last answers of the components about their health.
    let health = HealthBoard()
    /// The contexts that this one replaces, or that replace it.
    let chain: ReloadChain
    /// The components that are being called, the first one first.
    let busy = Guarded<[String]>([])
    /// Takes what the operator of the program should know; nil if there is no program.
    let notes = Guarded<(@Sendable (RunNote) -> Void)?>(nil)

    private let state = Guarded<(now: State, run: ContextRun?)>((.idle(isStopWanted: false), nil))

    init(chain: ReloadChain = ReloadChain()) { self.chain = chain }

    /// True from the begin of a start until everything is stopped.
    var isRunning: Bool { roster != nil }
    /// True while it starts, or rolls the start back.
    var isStarting: Bool { state.withLock { if case .starting = $0.now { true } else { false } } }

    /// True if the start has succeeded, and the services of a run are ready. After the stop it is true if the start had
    /// succeeded.
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

    /// The lifecycle state of the context. It is `stopping` as soon as the run is asked to end.
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

    /// Begins the start of an idle context, or joins the one that is under way.
    /// - Returns: The start under way; nil if the context has started.
    /// - Throws: `context-stopped` after a stop, and after a start that has failed.
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

    /// Leaves a start because the caller is cancelled. If no other caller waits for it, it is called off.
    func leaveStart() {
        let callers = roster?.state.withLock { state in
            state.callers -= 1
            return state.callers
        }
        if callers == 0 { callOffStart() }
    }

    /// Calls off a start under way, which then rolls back.
    func callOffStart() {
        let work = state.withLock { state -> Task<Void, any Error>? in
            guard case .starting(let roster, let work) = state.now else { return nil }
            roster.isCalledOff.open()
            return work
        }
        // Outside the lock, because components may react to the cancellation at once.
        work?.cancel()
    }

    /// Ends the start, unless it has to be rolled back: after a fault, a call-off, or the end of a service.
    /// - Returns: False if the start is to be rolled back.
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

    /// The run; nil if there is none, or if it has been asked to end.
    var run: ContextRun? { state.withLock(\.run).flatMap { $0.request.isOpen ? nil : $0 } }

    /// Ends the start under way, or the run and its drain, because a service has ended or has failed to be ready.
    /// - Parameter note: The note of a service that has returned.
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

    /// Returns the run, and the roster to stop once a replacement has started.
    /// - Throws: `context-stopped` after a stop.
    func replaceable() throws -> (roster: Roster?, run: ContextRun?) {
        try state.withLock { state in
            switch state.now {
            case .idle: (nil, state.run)
            case .running(let roster): (roster, state.run)
            default: throw IOCError(.contextStopped)
            }
        }
    }

    /// Gives the run, if there is one, to a replacement.
    /// - Parameter isRunning: True if the replacement has started, because this context had.
    /// - Throws: `context-stopped` after a stop, or if the run has ended.
    func handOver(to next: ApplicationContext, isRunning: Bool) throws -> ContextRun? {
        try state.withLock { state in
            switch state.now {
            case .idle where !isRunning: break
            // A replacement whose service has ended already is refused, so that this context continues.
            case .running
            where isRunning && state.run?.request.isOpen != true && next.core.lifecycle.stage == .started: break
            default: throw IOCError(.contextStopped)
            }
            guard let run = state.run.take() else { return nil }
            run.goOn(with: next)
            next.core.lifecycle.state.withLock { $0.run = run }
            return run
        }
    }

    // MARK: Stop

    /// Begins the stop of a started context, joins the one that is under way, or calls a start off.
    /// - Returns: The work that a call of `stop()` has to wait for, which throws everything that has gone wrong in a stop. A failed
    ///   start is reported to its own callers.
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

    /// Forgets what has started.
    func finish() {
        // Released outside the lock, because the former state may hold the last references to components.
        let isRollBack = isStarting
        let former = state.withLock { exchange(&$0.now, with: .stopped(hasStarted: !isRollBack)) }
        health.forget()
        withExtendedLifetime(former) {}
    }
}
