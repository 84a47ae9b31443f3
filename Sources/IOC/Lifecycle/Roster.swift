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
        /// The instances that have already started under one of their names, and those that code outside of the
        /// container starts and stops.
        var seen: Set<ObjectIdentifier> = []
        /// The components that have to be stopped, in the order in which they have started.
        var started: [Int] = []
        /// The components with an `async` initializer that have started, and whose services are ready.
        var awaited: Set<Int> = []
        var services: [Int: ServiceRun] = [:]
        /// The task that waits until the services are ready that no component waits for.
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

    /// Notes that an instance has its turn.
    /// - Returns: False if it has had one before, under another name.
    func takesTurn(_ instance: AnyObject) -> Bool {
        state.withLock { $0.seen.insert(ObjectIdentifier(instance)).inserted }
    }

    func add(_ faults: [Fault]) { state.withLock { $0.faults += faults } }

    /// Keeps the faults of a call.
    /// - Returns: True if it was done.
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

/// A service at work.
struct ServiceRun: Sendable {
    let service: any IOCService
    let definition: CallSite
    /// Its `run()`, which is asked to end by a cancellation. It is unstructured, so that one that does not end can be abandoned.
    private let task: Task<Void, any Error>
    /// Opens when the container asks it to end.
    private let isAsked = Latch()
    /// Opens when its `run()` is at work.
    let begin = Latch()
    /// Opens if it ends without being asked to. A service may cancel its own task, so a cancelled task doesn't show that it was asked to.
    let endUnasked = Latch()

    /// Sets a service to work. If it ends without being asked to, it ends the start or the run.
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
