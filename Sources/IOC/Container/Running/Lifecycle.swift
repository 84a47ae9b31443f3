import IOCBase
import IOCModel

/// How far a context has come: one value for all threads that start, run and stop it.
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
        /// Whether a stop came during the start.
        var isStopWanted = false
        /// The components that have started, in that order, by definition.
        var started: [Int] = []
        /// The services at work, by definition.
        var services: [Int: ServiceRun] = [:]
        /// The run, while there is one.
        var run: ContextRun?
        /// The component that is being started or stopped.
        var busy: String?
        /// Runs the components' `start()` and `stop()`, one after another.
        var executor = LaneExecutor()
    }

    /// Runs what starts and stops the components, which none of them can keep from a thread.
    let executor = LaneExecutor()

    /// The contexts that this one's replaces, or that replace it.
    let chain: ReloadChain

    let state = Guarded(State())

    /// Whether anything has started and was not stopped.
    var isRunning: Bool {
        state.withLock { state in
            switch state.phase {
            case .starting, .started, .stopping: true
            case .idle, .stopped: false
            }
        }
    }

    init(chain: ReloadChain = ReloadChain()) { self.chain = chain }

    // MARK: Start

    /// - Parameter make: Begins the start.
    /// - Returns: The start under way; nil where the context has started.
    /// - Throws: `context-stopped` after a stop.
    func start(_ make: @Sendable () -> Task<Void, any Error>) throws -> Task<Void, any Error>? {
        try state.withLock { state in
            switch state.phase {
            case .idle:
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

    /// - Parameter isFaultless: Whether all has started.
    /// - Returns: False where the start is to be rolled back.
    func hasStarted(faultless isFaultless: Bool) -> Bool {
        state.withLock { state in
            guard isFaultless, !state.isStopWanted else { return false }
            state.phase = .started
            return true
        }
    }

    func hasRolledBack() {
        state.withLock { state in
            state.phase = state.isStopWanted ? .stopped : .idle
            state.started = []
        }
    }

    // MARK: Run

    /// Takes the one place of a run.
    /// - Throws: `context-running` where it is taken.
    func beginRun(_ run: ContextRun) throws {
        try state.withLock { state in
            guard state.run == nil else { throw IOCError(Fault(.contextRunning)) }
            state.run = run
        }
    }

    func endRun() {
        state.withLock { $0.run = nil }
    }

    /// Sets services to work, unless a stop has begun.
    func serve(_ make: @Sendable (_ started: [Int]) -> [Int: ServiceRun]) {
        state.withLock { state in
            guard case .started = state.phase else { return }
            state.services = make(state.started)
        }
    }

    // MARK: Stop

    /// What a call of `stop()` has to wait for.
    enum Stop: Sendable {
        case nothing
        case start(Task<Void, any Error>)
        case stop(Task<Void, any Error>)
    }

    /// - Parameter make: Begins the stop.
    func stop(_ make: @Sendable () -> Task<Void, any Error>) -> Stop {
        let (stop, run) = state.withLock { state in
            let stop: Stop
            switch state.phase {
            case .idle, .stopped: stop = .nothing
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
        run?.request.make()
        if case .start(let task) = stop { task.cancel() }
        return stop
    }

    func hasStopped() {
        let former = state.withLock { state in
            state.phase = .stopped
            state.started = []
            return exchange(&state.services, with: [:])
        }
        withExtendedLifetime(former) {}
    }
}
