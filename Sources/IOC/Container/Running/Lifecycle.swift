import IOCModel

/// The lifecycle state of a context: one value for all threads that start, run and stop it.
///
/// ```
/// idle ──▶ starting ──▶ started ──▶ stopping ──▶ stopped
///   ▲─────────┘ a start that fails or is called off
/// ```
final class Lifecycle: Sendable {
    enum Phase: Sendable {
        case idle
        case starting(Task<Void, any Error>)
        case started
        case stopping(Task<Void, any Error>)
        case stopped
    }

    struct State {
        var phase = Phase.idle
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
    var isRunning: Bool {
        let stage = stage
        return stage != .idle && stage != .stopped
    }

    init(chain: ReloadChain = ReloadChain()) { self.chain = chain }

    /// The lifecycle state of a context as others see it.
    enum Stage: String, Sendable {
        case idle = "not started"
        case starting, started, stopping, stopped
        /// It has started, and a service has ended since.
        case failed
    }

    /// The lifecycle state of the context. It is stopping from the moment of the request on.
    var stage: Stage {
        state.withLock { state in
            switch state.phase {
            case .idle: .idle
            case .starting: .starting
            case .started where state.run?.request.isOpen == true: .stopping
            case .started where state.serviceEnd.isOpen: .failed
            case .started: state.isReady ? .started : .starting
            case .stopping: .stopping
            case .stopped: .stopped
            }
        }
    }

    // MARK: Start

    /// Begins the start of an idle context, or joins the one that is under way.
    /// - Parameter make: Begins the start; called under the lock, so that there is one.
    /// - Returns: The start under way; nil where the context has started.
    /// - Throws: `context-stopped` after a stop.
    func start(_ make: @Sendable () -> Task<Void, any Error>) throws -> Task<Void, any Error>? {
        try state.withLock { state in
            switch state.phase {
            case .idle:
                state.isStopWanted = false
                let task = make()
                state.phase = .starting(task)
                return task
            case .starting(let task): return task
            case .started: return nil
            case .stopping, .stopped: throw IOCError(Fault(.contextStopped))
            }
        }
    }

    /// Cancels a start under way, which then rolls back.
    func callOffStart() {
        guard case .starting(let task) = state.withLock(\.phase) else { return }
        task.cancel()
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
            if case .idle = state.phase, exchange(&state.isStopWanted, with: false) { run.request.open() }
            state.run = run
            state.isReady = false
        }
    }

    // MARK: Services

    /// Sets a service to work.
    /// - Returns: Nil if it is at work already, or if a stop has begun.
    func serve(_ definition: Int, _ body: @escaping @Sendable () async throws -> Void) -> ServiceRun? {
        state.withLock { state in
            guard state.services[definition] == nil else { return nil }
            switch state.phase {
            case .starting, .started: break
            case .idle, .stopping, .stopped: return nil
            }
            let run = ServiceRun(body) { self.endService() }
            state.services[definition] = run
            return run
        }
    }

    /// Awaits the services that began last, unless a stop has begun.
    /// - Parameters:
    ///   - wait: Waits until they are ready.
    ///   - report: Called with the definitions of all services once these are ready.
    func awaitReady(
        _ wait: @escaping @Sendable () async -> [Fault], report: @escaping @Sendable (_ services: [Int]) -> Void
    ) {
        let hasEnded = state.withLock { state in
            guard case .started = state.phase else { return false }
            state.readiness = Task(executorPreference: executor) {
                let faults = await wait()
                let isReady = faults.isEmpty && !Task.isCancelled
                let services = self.state.withLock { state in
                    state.isReady = isReady
                    return Array(state.services.keys)
                }
                if !isReady { self.endService() } else if self.stage == .started { report(services) }
                return faults
            }
            return state.serviceEnd.isOpen
        }
        if hasEnded { endService() }
    }

    /// Ends the start under way, or the run and its drain, because a service has ended or has failed to be ready.
    private func endService() {
        let run = state.withLock { state in
            state.serviceEnd.open()
            if case .starting = state.phase { return nil as ContextRun? }
            return state.run
        }
        run?.request.open()
        callOffStart()
    }

    /// Stops waiting for the services that are not ready by now.
    /// - Returns: The faults of the services that have failed to be ready.
    func endReadiness() async -> [Fault] {
        guard let readiness = state.withLock({ $0.readiness.take() }) else { return [] }
        readiness.cancel()
        return await readiness.value
    }

    // MARK: Stop

    /// Begins the stop of a started context, joins the one that is under way, or calls a start off.
    /// - Parameter make: Begins the stop; called under the lock, so that there is one.
    /// - Returns: The work that a call of `stop()` has to wait for, which throws everything that has gone wrong in a stop. A failed
    ///   start is reported to its own callers.
    func stop(_ make: @Sendable () -> Task<Void, any Error>) -> Task<Void, any Error>? {
        let (stop, run) = state.withLock { state in
            var stop: Task<Void, any Error>?
            switch state.phase {
            case .idle: state.isStopWanted = true
            case .starting(let start):
                state.isStopWanted = true
                stop = Task(executorPreference: executor) { _ = await start.result }
            case .started:
                let task = make()
                state.phase = .stopping(task)
                stop = task
            case .stopping(let task): stop = task
            case .stopped: break
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
        if time > .zero { await state.withLock(\.serviceEnd).wait(atMost: time) }
    }

    /// Forgets what has started: the context is stopped after a stop, and idle again after a start that failed without a stop.
    func finish() {
        // These may be the last to hold components.
        let former = state.withLock { state in
            if case .starting = state.phase, !state.isStopWanted { state.phase = .idle } else { state.phase = .stopped }
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
