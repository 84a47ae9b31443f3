import IOCBase
import IOCModel
import Synchronization

/// The lifecycle of a context: one value for all threads that start, run and stop it.
final class Lifecycle: Sendable {
    /// What is valid at a time. A context starts once.
    ///
    /// ```
    /// idle ──▶ starting ──▶ running ──▶ stopping ──▶ stopped
    ///              └─ a start that fails or is called off ─▶
    /// ```
    private enum State {
        /// - isStopWanted: True if a stop came before a run, which then returns at once.
        case idle(isStopWanted: Bool)
        case starting(Start)
        /// - isServing: True once a run has every service at work and ready.
        case running(Roster, readiness: Task<[Fault], Never>?, isServing: Bool)
        case stopping(Task<Void, any Error>)
        case stopped
    }

    /// A start under way.
    private struct Start {
        let roster: Roster
        let work: Task<Void, any Error>
        /// The number of callers that wait for it and are not cancelled.
        var callers = 1
        /// True if a stop, a signal or the cancellation of all callers has called it off, and not a failure.
        var isCalledOff = false
    }

    /// The lifecycle state of a context as others see it.
    enum Stage: String, Sendable {
        case idle = "not started"
        case starting, started, stopping, stopped
        /// It has started, and a service has ended since.
        case failed
    }

    /// Runs what starts and stops the components, which none of them can keep from a thread.
    let executor = LaneExecutor()
    /// The last answers of the components about their health.
    let health = HealthBoard()
    /// The contexts that this one replaces, or that replace it.
    let chain: ReloadChain
    /// The components that are being called, the first one first.
    let busy = Guarded<[String]>([])
    /// Takes what the operator of the program should know; nil if there is no program.
    let notes = Guarded<(@Sendable (RunNote) -> Void)?>(nil)

    /// The number of definitions' closures that the start awaits now.
    let awaitedClosures = Atomic<Int>(0)

    private let state = Guarded<(now: State, run: ContextRun?)>((.idle(isStopWanted: false), nil))

    init(chain: ReloadChain = ReloadChain()) { self.chain = chain }

    /// True if anything has started and was not stopped.
    var isRunning: Bool { ![.idle, .stopped].contains(stage) }
    /// True while it starts, or rolls the start back.
    var isStarting: Bool { state.withLock { if case .starting = $0.now { true } else { false } } }
    /// True if a start under way was called off, and has not failed by itself.
    var isCalledOff: Bool { state.withLock { if case .starting(let start) = $0.now { start.isCalledOff } else { false } } }

    /// The lifecycle state of the context. It is stopping from the moment of the request on.
    var stage: Stage {
        state.withLock { state in
            switch state.now {
            case .idle: return .idle
            case .starting: return .starting
            case .stopping: return .stopping
            case .stopped: return .stopped
            case .running(let roster, _, let isServing):
                if state.run?.request.isOpen == true { return .stopping }
                if roster.serviceEnd.isOpen { return .failed }
                return isServing || state.run == nil ? .started : .starting
            }
        }
    }

    /// The components that are up; nil if there are none, or if they are being stopped.
    var roster: Roster? {
        state.withLock { state in
            switch state.now {
            case .starting(let start): start.roster
            case .running(let roster, _, _): roster
            default: nil
            }
        }
    }

    /// The start order, and the services at work.
    var known: (order: StartOrder?, atWork: Set<Int>) { roster?.known ?? (nil, []) }

    /// Returns true if a component has started, and is ready if others wait for that.
    func hasStarted(_ definition: Int) -> Bool { roster?.hasStarted(definition) ?? false }

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
                state.now = .starting(Start(roster: roster, work: work))
                return work
            case .starting(var start):
                start.callers += 1
                state.now = .starting(start)
                return start.work
            case .running: return nil
            case .stopping, .stopped: throw IOCError(Fault(.contextStopped))
            }
        }
    }

    /// Calls off a start that nobody waits for any more, because a caller was cancelled.
    func leaveStart() {
        changeStart { start in
            start.callers -= 1
            if start.callers == 0 { start.isCalledOff = true }
        }
    }

    /// Calls off a start under way, which then rolls back.
    func callOffStart() { changeStart { $0.isCalledOff = true } }

    /// Changes a start under way, and cancels it if it is called off.
    private func changeStart(_ change: (inout Start) -> Void) {
        let work = state.withLock { state -> Task<Void, any Error>? in
            guard case .starting(var start) = state.now else { return nil }
            change(&start)
            state.now = .starting(start)
            return start.isCalledOff ? start.work : nil
        }
        // Outside the lock, because components may hear of the cancellation at once.
        work?.cancel()
    }

    /// Ends the start, unless something has come that it has to be rolled back for.
    /// - Parameter isFaultless: True if all has started.
    /// - Returns: False if the start is to be rolled back.
    func finishStart(faultless isFaultless: Bool) -> Bool {
        state.withLock { state in
            guard case .starting(let start) = state.now, isFaultless, !start.isCalledOff,
                !start.roster.serviceEnd.isOpen
            else { return false }
            state.now = .running(start.roster, readiness: nil, isServing: false)
            return true
        }
    }

    // MARK: Run

    /// Takes the one place of a run.
    /// - Throws: `context-running` if it is taken.
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

    /// The components among which a run sets services to work; nil if it has been asked to end.
    var serving: Roster? {
        state.withLock { state in
            guard case .running(let roster, _, _) = state.now, state.run?.request.isOpen != true else { return nil }
            return roster
        }
    }

    /// Notes the wait for the services that began last.
    /// - Parameter wait: Waits for them, and returns their faults.
    func awaitReady(_ wait: @escaping @Sendable () async -> [Fault]) {
        state.withLock { state in
            guard case .running(let roster, _, let isServing) = state.now else { return }
            let readiness = Task(executorPreference: executor, operation: wait)
            state.now = .running(roster, readiness: readiness, isServing: isServing)
        }
    }

    /// Notes that every service is ready.
    /// - Returns: The run, if it goes on.
    func finishServing() -> ContextRun? {
        let run = state.withLock { state -> ContextRun? in
            guard case .running(let roster, let readiness, _) = state.now else { return nil }
            state.now = .running(roster, readiness: readiness, isServing: true)
            return state.run
        }
        return stage == .started ? run : nil
    }

    /// Ends the start under way, or the run and its drain, because a service has ended or has failed to be ready.
    func endService(_ roster: Roster) {
        roster.serviceEnd.open()
        let (work, run) = state.withLock { state -> (Task<Void, any Error>?, ContextRun?) in
            if case .starting(let start) = state.now { (start.work, nil) } else { (nil, state.run) }
        }
        run?.request.open()
        work?.cancel()
    }

    // MARK: Reload

    /// Returns true if there is something to start in a replacement, and to stop here, and the run.
    /// - Throws: `context-stopped` after a stop.
    func replaceable() throws -> (isRunning: Bool, run: ContextRun?) {
        try state.withLock { state in
            switch state.now {
            case .idle: (false, state.run)
            case .running: (true, state.run)
            default: throw IOCError(.contextStopped)
            }
        }
    }

    /// Gives the run to a replacement, if there is one.
    /// - Parameter isRunning: True if the replacement has started, because this context had.
    /// - Throws: `context-stopped` after a stop, or if the run has ended.
    func handOver(to next: ApplicationContext, isRunning: Bool) throws -> ContextRun? {
        try state.withLock { state in
            switch state.now {
            case .idle where !isRunning: break
            // A replacement whose service has ended already is refused, so that this context goes on.
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
    /// - Parameter body: Stops the components, after the faults of the services that are not ready by now.
    /// - Returns: The work that a call of `stop()` has to wait for, which throws everything that has gone wrong in a stop. A failed
    ///   start is reported to its own callers.
    func stop(
        _ body: @escaping @Sendable (Roster, Task<[Fault], Never>?) async throws -> Void
    ) -> Task<Void, any Error>? {
        let (stop, run) = state.withLock { state -> (Task<Void, any Error>?, ContextRun?) in
            switch state.now {
            case .idle:
                state.now = .idle(isStopWanted: true)
                return (nil, state.run)
            case .starting(let start):
                return (Task(executorPreference: executor) { _ = await start.work.result }, state.run)
            case .running(let roster, let readiness, _):
                roster.close()
                let work = Task(executorPreference: executor) { try await body(roster, readiness) }
                state.now = .stopping(work)
                return (work, state.run)
            case .stopping(let work): return (work, state.run)
            case .stopped: return (nil, state.run)
            }
        }
        run?.request.open()
        callOffStart()
        health.forget()
        return stop
    }

    /// Forgets what has started.
    func finish() {
        // These may be the last to hold components.
        let former = state.withLock { exchange(&$0.now, with: .stopped) }
        health.forget()
        withExtendedLifetime(former) {}
    }
}

/// The components that a start has brought up, for the stop to bring down.
final class Roster: Sendable {
    private struct State {
        var order: StartOrder?
        /// The services that a component waits for.
        var needed: Set<Int> = []
        /// The components that are to be stopped, in the order in which they have started.
        var started: [Int] = []
        /// Those of them that others need not wait for any more.
        var done: Set<Int> = []
        var services: [Int: ServiceRun] = [:]
        /// True once a stop has begun.
        var isClosed = false
    }

    /// Opens when a service has ended without being asked to, or has failed to be ready. The drain waits for it.
    let serviceEnd = Latch()
    private let state = Guarded(State())

    var known: (order: StartOrder?, atWork: Set<Int>) { state.withLock { ($0.order, Set($0.services.keys)) } }
    /// The components that are to be stopped, in the order in which they have started.
    var started: [Int] { state.withLock(\.started) }
    var services: [Int: ServiceRun] { state.withLock(\.services) }
    var needed: Set<Int> { state.withLock(\.needed) }

    func note(_ order: StartOrder, _ needed: Set<Int>) { state.withLock { ($0.order, $0.needed) = (order, needed) } }
    func note(started definition: Int) { state.withLock { $0.started.append(definition) } }
    func note(done definition: Int) { state.withLock { _ = $0.done.insert(definition) } }
    func hasStarted(_ definition: Int) -> Bool { state.withLock { $0.done.contains(definition) } }

    /// Sets a service to work.
    /// - Returns: Nil if it is at work already, or if a stop has begun.
    func begin(_ definition: Int, _ service: () -> ServiceRun) -> ServiceRun? {
        state.withLock { state in
            guard state.services[definition] == nil, !state.isClosed else { return nil }
            let run = service()
            state.services[definition] = run
            return run
        }
    }

    /// Forgets a service that has ended, or that is abandoned.
    func forget(_ definition: Int) { state.withLock { _ = $0.services.removeValue(forKey: definition) } }

    /// Lets no further service begin, because a stop has begun.
    func close() { state.withLock { $0.isClosed = true } }

    /// Waits for the time in which a context that is to stop goes on serving; a service that ends cuts it short.
    func drained(for time: Duration) async {
        guard time > .zero else { return }
        let limit = TimeLimit(time) { [serviceEnd] in serviceEnd.open() }
        await serviceEnd.wait()
        withExtendedLifetime(limit) {}
    }
}

/// A service at work.
struct ServiceRun: Sendable {
    /// Its `run()`, which is asked to end by a cancellation. It is unstructured, so that one that does not end can be abandoned.
    private let task: Task<Void, any Error>
    /// Opens when the container asks it to end.
    private let isAsked = Latch()
    /// Opens when its `run()` is at work.
    let begin = Latch()
    /// Opens if it ends without being asked to. A service may cancel its own task, so that says nothing.
    let endUnasked = Latch()
    private let beginning = ContinuousClock.now

    /// - Parameters:
    ///   - body: The service's `run()`.
    ///   - atEnd: Called when it has ended without being asked to.
    init(_ body: @escaping @Sendable () async throws -> Void, atEnd: @escaping @Sendable () -> Void) {
        task = Task(executorPreference: LaneExecutor()) { [begin, isAsked, endUnasked] in
            defer {
                if !isAsked.isOpen {
                    endUnasked.open()
                    atEnd()
                }
            }
            begin.open()
            try await body()
        }
    }

    /// The time since it began, if it has returned without being asked to.
    var returned: Duration? {
        get async {
            guard endUnasked.isOpen, await task.result.failure == nil else { return nil }
            return beginning.duration(to: .now)
        }
    }

    /// Asks it to end.
    /// - Returns: True if nothing has asked it before.
    func ask() -> Bool {
        defer { task.cancel() }
        return isAsked.open()
    }

    /// Waits for the end.
    /// - Throws: Its error, unless that is the `CancellationError` of a service that was asked to end.
    func end() async throws {
        do { try await task.value } catch is CancellationError where !endUnasked.isOpen {}
    }
}
