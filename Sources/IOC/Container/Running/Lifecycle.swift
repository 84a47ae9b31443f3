import IOCBase
import IOCModel

/// The lifecycle state of a context: one value for all threads that start, run and stop it.
///
/// ```
/// idle ──▶ starting ──▶ started ──▶ stopping ──▶ stopped
///   ▲─────────┘ a start that fails or is called off
/// ```
final class Lifecycle: Sendable {
    /// The lifecycle state of a context as others see it.
    enum Stage: String, Sendable {
        case idle = "not started"
        case starting, started, stopping, stopped
        /// It has started, and a service has ended since. This is computed, and never stored.
        case failed
    }

    struct State {
        var phase = Stage.idle
        /// The start or the stop under way, or the last one.
        var work: Task<Void, any Error>?
        /// True if a stop came during the start, or before a run.
        var isStopWanted = false
        /// The components that have started, in that order, by definition.
        var started: [Int] = []
        /// The dependencies between components that the start has known.
        var startOrder: StartOrder?
        /// The services at work, by definition.
        var services: [Int: ServiceRun] = [:]
        /// Opens when a service has ended without being asked to, or has failed to be ready. The drain waits for it.
        var serviceEnd = Latch()
        /// The wait for the services that began last to be ready, and what came of it.
        var readiness: Task<[Fault], Never>?
        /// True if all services are ready that began last, or if the context is not run.
        var isReady = true
        /// Called with the names of the services once everything has started and each service is ready.
        var reportReady: (@Sendable ([String]) -> Void)?
        /// The run, while there is one.
        var run: ContextRun?
        /// The components that are being started or stopped, the first one first.
        var busy: [String] = []
    }

    /// Runs what starts and stops the components, which none of them can keep from a thread.
    let executor = LaneExecutor()

    /// The last answers of the components about their health.
    let health = HealthBoard()

    /// The contexts that this one replaces, or that replace it.
    let chain: ReloadChain

    let state = Guarded(State())

    /// True if anything has started and was not stopped.
    var isRunning: Bool { ![.idle, .stopped].contains(stage) }

    init(chain: ReloadChain = ReloadChain()) { self.chain = chain }

    /// The lifecycle state of the context. It is stopping from the moment of the request on.
    var stage: Stage {
        state.withLock { state in
            guard state.phase == .started else { return state.phase }
            if state.run?.request.isOpen == true { return .stopping }
            if state.serviceEnd.isOpen { return .failed }
            return state.isReady ? .started : .starting
        }
    }

    // MARK: Start

    /// Begins the start of an idle context, or joins the one that is under way.
    /// - Returns: The start under way; nil where the context has started.
    /// - Throws: `context-stopped` after a stop.
    func start(_ body: @escaping @Sendable () async throws -> Void) throws -> Task<Void, any Error>? {
        try state.withLock { state in
            switch state.phase {
            case .idle:
                state.isStopWanted = false
                state.phase = .starting
                state.work = Task(executorPreference: executor, operation: body)
                return state.work
            case .starting: return state.work
            case .started: return nil
            default: throw IOCError(Fault(.contextStopped))
            }
        }
    }

    /// Cancels a start under way, which then rolls back.
    func callOffStart() {
        state.withLock { $0.phase == .starting ? $0.work : nil }?.cancel()
    }

    /// Ends the start, unless something has come that it has to be rolled back for.
    /// - Parameter isFaultless: True if all has started.
    /// - Returns: False where the start is to be rolled back.
    func finishStart(faultless isFaultless: Bool) -> Bool {
        state.withLock { state in
            guard isFaultless, !state.isStopWanted, !state.serviceEnd.isOpen else { return false }
            state.phase = .started
            return true
        }
    }

    // MARK: Run

    /// Takes the one place of a run.
    /// - Throws: `context-running` where it is taken.
    func beginRun(_ run: ContextRun) throws {
        try state.withLock { state in
            guard state.run == nil else { throw IOCError(Fault(.contextRunning)) }
            if state.phase == .idle, exchange(&state.isStopWanted, with: false) { run.request.open() }
            state.run = run
            state.isReady = false
        }
    }

    /// Ends the start under way, or the run and its drain, because a service has ended or has failed to be ready.
    func endService() {
        let run = state.withLock { state in
            state.serviceEnd.open()
            return state.phase == .starting ? nil : state.run
        }
        run?.request.open()
        callOffStart()
    }

    // MARK: Stop

    /// Begins the stop of a started context, joins the one that is under way, or calls a start off.
    /// - Returns: The work that a call of `stop()` has to wait for, which throws everything that has gone wrong in a stop. A failed
    ///   start is reported to its own callers.
    func stop(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error>? {
        let (stop, run) = state.withLock { state in
            var stop: Task<Void, any Error>?
            switch state.phase {
            case .idle: state.isStopWanted = true
            case .starting:
                state.isStopWanted = true
                stop = Task(executorPreference: executor) { [start = state.work] in _ = await start?.result }
            case .started:
                stop = Task(executorPreference: executor, operation: body)
                state.work = stop
                state.phase = .stopping
            case .stopping: stop = state.work
            case .stopped, .failed: break
            }
            return (stop, state.run)
        }
        run?.request.open()
        callOffStart()
        health.forget()
        return stop
    }

    /// Waits for the time in which a context that is to stop goes on serving; a service that ends cuts it short.
    func drained(for time: Duration) async {
        guard time > .zero else { return }
        let end = state.withLock(\.serviceEnd)
        let limit = TimeLimit(time) { end.open() }
        await end.wait()
        withExtendedLifetime(limit) {}
    }

    /// Forgets what has started: the context is stopped after a stop, and idle again after a start that failed without a stop.
    func finish() {
        // These may be the last to hold components.
        let former = state.withLock { state in
            state.phase = state.phase == .starting && !state.isStopWanted ? .idle : .stopped
            state.work = nil
            state.started = []
            state.startOrder = nil
            state.serviceEnd = Latch()
            state.isReady = true
            return exchange(&state.services, with: [:])
        }
        health.forget()
        withExtendedLifetime(former) {}
    }
}
