import IOCBase
import IOCModel

/// The components that a start has started, and that the stop has to stop.
final class Roster: Sendable {
    struct State {
        /// The number of callers that wait for the start and are not cancelled.
        var callers = 1
        var order: StartOrder?
        /// The components whose services other components wait for.
        var needed: Set<Int> = []
        /// The instances whose turn to start or stop has come, under any of their names, and those that code outside of
        /// the container starts and stops.
        var seen: Set<ObjectIdentifier> = []
        /// The components that have to be stopped, in the order in which they have started.
        var started: [Int] = []
        /// The components that an `async` initializer or function creates and that have started. If other components
        /// wait for the service of one, that service is ready.
        var awaited: Set<Int> = []
        var services: [Int: ServiceRun] = [:]
        /// The task that waits for the readiness of the last services: those that no component needs.
        var readiness: Task<Void, Never>?
        /// The note about the first service that has ended.
        var end: RunNote?
        /// Everything that has gone wrong.
        var faults: [Fault] = []
        /// True once a stop has begun. No further service begins then.
        var isClosed = false
    }

    /// Opens if a stop, a signal or the cancellation of all callers cancels the start. A failure doesn't open it.
    let isCalledOff = Latch()
    /// Opens when a run has started every service and all are ready.
    let isServing = Latch()
    /// Opens when a service ends without being asked to or fails to become ready, or when the drain time is over. The
    /// drain waits for it.
    let serviceEnd = Latch()
    let state = Guarded(State())

    var started: [Int] { state.withLock(\.started) }
    var services: [Int: ServiceRun] { state.withLock(\.services) }
    var faults: [Fault] { state.withLock(\.faults) }
    /// The services that no component waits for.
    var lastServices: [ServiceRun] {
        state.withLock { state in state.services.filter { !state.needed.contains($0.key) }.map(\.value) }
    }

    /// Records that an instance is to be started or stopped now.
    /// - Returns: False if this was recorded before, under another name, or if code outside of the container starts and
    ///   stops the instance.
    func takesTurn(_ instance: AnyObject) -> Bool {
        state.withLock { $0.seen.insert(ObjectIdentifier(instance)).inserted }
    }

    func add(_ faults: [Fault]) { state.withLock { $0.faults += faults } }

    /// Keeps the faults of a call.
    /// - Returns: True if the call has succeeded.
    func record(_ end: ContextCore.CallEnd) -> Bool {
        add(end.faults)
        return end.isDone
    }

    /// Waits until the drain time is over or a service has ended.
    func drained(for time: Duration) async {
        guard time > .zero else { return }
        let limit = TimeLimit(time) { [serviceEnd] in serviceEnd.open() }
        await serviceEnd.wait()
        withExtendedLifetime(limit) {}
    }
}

/// A running service.
struct ServiceRun: Sendable {
    let service: any IOCService
    let definition: CallSite
    /// The task of `run()`, whose cancellation asks the service to end. The task is unstructured, so that a service
    /// that does not end can be abandoned.
    private let task: Task<Void, any Error>
    /// Opens when the container asks the service to end.
    private let isAsked = Latch()
    /// Opens when the task begins.
    let begin = Latch()
    /// Opens if the service ends without being asked to. A cancelled task doesn't mean that it was asked to, because a
    /// service may cancel its own task.
    let endUnasked = Latch()

    /// Runs a service. If the service ends without being asked to, the start or the run ends.
    init(_ service: any IOCService, of definition: CallSite, _ roster: Roster) {
        self.service = service
        self.definition = definition
        task = Task(executorPreference: LaneExecutor()) { [begin, isAsked, endUnasked, core = definition.core] in
            begin.open()
            let beginning = ContinuousClock.now
            let result = await Result { try await core.inside(.run, definition) { try await service.run() } }
            if !isAsked.isOpen {
                endUnasked.open()
                let time = beginning.duration(to: .now)
                let note = RunNote.returned(definition.facts.name, after: time)
                core.lifecycle.endService(roster, result.failure == nil ? note : nil)
            }
            try result.get()
        }
    }

    /// Asks the service to end.
    /// - Returns: True if this is the first request.
    func ask() -> Bool {
        defer { task.cancel() }
        return isAsked.open()
    }

    /// Waits for the end of the service.
    /// - Throws: The error of the service, unless it is the `CancellationError` of a service that was asked to end.
    func end() async throws {
        do { try await task.value } catch is CancellationError where !endUnasked.isOpen {}
    }
}
