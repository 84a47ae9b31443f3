import IOCBase
import IOCModel

/// The lifecycle state of a context: one value for all threads that start, run and stop it.
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
        /// True if a service has ended without being asked to.
        var hasServiceEnded = false
        /// The wait for the services that began last to be ready, and what came of it.
        var readiness: Task<[Fault], Never>?
        /// True if all services are ready that began last, or if the context is not run.
        var isReady = true
        /// Called with the context and the names of its services once everything has started and each service is ready.
        var reportReady: (@Sendable (ApplicationContext, [String]) -> Void)?
        /// The run, while there is one.
        var run: ContextRun?
        /// Ends the time in which a context that is to stop goes on serving.
        var drain: Latch?
        /// The components that are being started or stopped, the first one first.
        var busy: [String] = []
        /// The executors of the components' `start()` and `stop()` that have nothing to run: a thousand starts need a few threads.
        var executors: [LaneExecutor] = []
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
            case .started where state.hasServiceEnded: .failed
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
            guard isFaultless, !state.isStopWanted, !state.hasServiceEnded else { return false }
            state.phase = .started
            return true
        }
    }

    /// Is idle again, or stopped where a stop came meanwhile.
    func finishRollBack() {
        let former = state.withLock { state in
            state.phase = state.isStopWanted ? .stopped : .idle
            return state.removeStarted()
        }
        withExtendedLifetime(former) {}
    }

    /// Adds a component that has started.
    func addStarted(_ definition: Int) { state.withLock { $0.started.append(definition) } }

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

    func endRun() {
        state.withLock { $0.run = nil }
    }

    // MARK: Services

    /// Sets a service to work during the start.
    func serve(_ definition: Int, _ body: @escaping @Sendable () async throws -> Void) -> ServiceRun {
        let run = begin(body)
        state.withLock { $0.services[definition] = run }
        return run
    }

    private func begin(_ body: @escaping @Sendable () async throws -> Void) -> ServiceRun {
        ServiceRun(body) { [weak self] in self?.noteEndOfService() }
    }

    /// Sets services to work once all has started, unless a stop has begun.
    /// - Parameters:
    ///   - make: Gives the services that are not at work yet, with their `run()`.
    ///   - awaitReady: Waits until they are ready.
    func serve(
        _ make: (_ started: [Int], _ atWork: Set<Int>) -> [(definition: Int, body: @Sendable () async throws -> Void)],
        awaitReady: @escaping @Sendable ([(definition: Int, run: ServiceRun)]) async -> [Fault]
    ) {
        let hasEnded = state.withLock { state in
            guard case .started = state.phase else { return false }
            let begun = make(state.started, Set(state.services.keys)).map { ($0.definition, begin($0.body)) }
            for (definition, run) in begun { state.services[definition] = run }
            state.isReady = begun.isEmpty
            guard !begun.isEmpty else { return state.hasServiceEnded }
            state.readiness = Task(executorPreference: executor) {
                let faults = await awaitReady(begun)
                self.finishReadiness(faultless: faults.isEmpty && !Task.isCancelled)
                return faults
            }
            return state.hasServiceEnded
        }
        if hasEnded { endRunOfService() }
    }

    /// Waits until the services that began last are ready, or have failed to be.
    /// - Returns: The definitions of all services at work; nil if one has failed or the context is stopped.
    func servicesWhenReady() async -> [Int]? {
        _ = await state.withLock(\.readiness)?.value
        return stage == .started ? state.withLock { Array($0.services.keys) } : nil
    }

    private func finishReadiness(faultless isFaultless: Bool) {
        state.withLock { $0.isReady = isFaultless }
        if !isFaultless { endRunOfService() }
    }

    /// Ends the start under way, or the run, as a service has ended without being asked to.
    private func noteEndOfService() {
        let start = state.withLock { state -> Task<Void, any Error>? in
            state.hasServiceEnded = true
            guard case .starting(let task) = state.phase else { return nil }
            return task
        }
        start?.cancel()
        if start == nil { endRunOfService() }
    }

    /// Ends the run, as a service has ended or is of no use, and the time in which it would go on serving.
    private func endRunOfService() {
        let (run, drain) = state.withLock { ($0.run, $0.drain) }
        run?.request.open()
        drain?.open()
    }

    /// Lets the services be used no longer that are not ready by now.
    /// - Returns: The faults of the services that have failed to be ready.
    func endReadiness() async -> [Fault] {
        guard let readiness = state.withLock({ $0.readiness.take() }) else { return [] }
        readiness.cancel()
        return await readiness.value
    }

    // MARK: Calls

    /// Lends what runs one call, with nothing else that could be in its way.
    func takeExecutor() -> LaneExecutor { state.withLock { $0.executors.popLast() } ?? LaneExecutor() }

    /// Takes it back; one whose call was abandoned keeps its threads, and is not given back.
    func giveBack(_ executor: LaneExecutor) { state.withLock { $0.executors.append(executor) } }

    /// Notes that a component is being started or stopped.
    func beginCall(of name: String) { state.withLock { $0.busy.append(name) } }

    /// Notes that a component is no longer being started or stopped.
    func endCall(of name: String) {
        state.withLock { state in
            if let index = state.busy.firstIndex(of: name) { state.busy.remove(at: index) }
        }
    }

    // MARK: Stop

    /// The work that a call of `stop()` has to wait for.
    enum Stop: Sendable {
        case nothing
        case start(Task<Void, any Error>)
        case stop(Task<Void, any Error>)

        /// Waits for it.
        /// - Throws: Everything that has gone wrong in a stop; a failed start is reported to its own callers.
        func awaited() async throws {
            switch self {
            case .nothing: return
            case .start(let task): _ = await task.result
            case .stop(let task): try await task.value
            }
        }
    }

    /// Begins the stop of a started context, joins the one that is under way, or calls a start off.
    /// - Parameter make: Begins the stop; called under the lock, so that there is one.
    func stop(_ make: @Sendable () -> Task<Void, any Error>) -> Stop {
        let (stop, run) = state.withLock { state in
            let stop: Stop
            switch state.phase {
            case .stopped: stop = .nothing
            case .idle:
                state.isStopWanted = true
                stop = .nothing
            case .starting(let task):
                state.isStopWanted = true
                stop = .start(task)
            case .started:
                let task = make()
                state.phase = .stopping(task)
                stop = .stop(task)
            case .stopping(let task): stop = .stop(task)
            }
            return (stop, state.run)
        }
        run?.request.open()
        health.forget()
        if case .start(let task) = stop { task.cancel() }
        return stop
    }

    /// Waits for the time in which a context that is to stop goes on serving; a service that ends cuts it short.
    func drained(for time: Duration) async {
        guard time > .zero else { return }
        let drain = Latch()
        let isServing = state.withLock { state in
            state.drain = drain
            return !state.hasServiceEnded
        }
        if isServing { await drain.wait(atMost: time) }
    }

    func finishStop() {
        let former = state.withLock { state in
            state.phase = .stopped
            return state.removeStarted()
        }
        health.forget()
        withExtendedLifetime(former) {}
    }
}

extension Lifecycle.State {
    /// Forgets what has started.
    /// - Returns: The values that may be the last to hold components.
    fileprivate mutating func removeStarted() -> [Int: ServiceRun] {
        started = []
        startOrder = nil
        hasServiceEnded = false
        isReady = true
        drain = nil
        return exchange(&services, with: [:])
    }
}
