import IOCBase
import IOCModel

/// The components that a start has brought up, for the stop to bring down.
final class Roster: Sendable {
    private struct State {
        /// The number of callers that wait for the start and are not cancelled.
        var callers = 1
        var order: StartOrder?
        /// The services that a component waits for.
        var needed: Set<Int> = []
        var started: [Int] = []
        /// The components that others need not wait for any more.
        var done: Set<Int> = []
        var services: [Int: ServiceRun] = [:]
        var readiness: Task<[Fault], Never>?
        /// True once a stop has begun.
        var isClosed = false
    }

    /// Opens if a stop, a signal or the cancellation of all callers calls the start off; a failure does not.
    let isCalledOff = Latch()
    /// Opens once a run has every service at work and ready.
    let isServing = Latch()
    /// Opens when a service has ended without being asked to, or has failed to be ready. The drain waits for it.
    let serviceEnd = Latch()
    private let state = Guarded(State())

    var order: StartOrder? { state.withLock(\.order) }
    var needed: Set<Int> { state.withLock(\.needed) }
    /// The components that are to be stopped, in the order in which they have started.
    var started: [Int] { state.withLock(\.started) }
    var services: [Int: ServiceRun] { state.withLock(\.services) }
    /// The wait for the services that began last to be ready, with their faults.
    var readiness: Task<[Fault], Never>? { state.withLock(\.readiness) }

    func join() { state.withLock { $0.callers += 1 } }
    /// - Returns: True if no caller is left.
    func leave() -> Bool {
        state.withLock { state in
            state.callers -= 1
            return state.callers == 0
        }
    }
    func note(_ order: StartOrder, _ needed: Set<Int>) { state.withLock { ($0.order, $0.needed) = (order, needed) } }
    func note(started definition: Int) { state.withLock { $0.started.append(definition) } }
    func note(done definition: Int) { state.withLock { _ = $0.done.insert(definition) } }
    /// Returns true if a component has started, and is ready if others wait for that.
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

    /// Begins the wait for the services that began last, unless a stop has begun.
    func awaitReady(_ wait: () -> Task<[Fault], Never>) {
        state.withLock { if !$0.isClosed { $0.readiness = wait() } }
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
