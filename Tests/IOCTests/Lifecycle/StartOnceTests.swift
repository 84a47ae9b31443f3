import IOC
import IOCBase
import Testing

/// What a start that has failed has closed is never used again.
@Suite("A context starts once", .timeLimit(.minutes(30)))
struct StartOnceTests {
    @Component final class Awaited: Stoppable {
        let log: PartLog
        init(log: PartLog) async { self.log = log }
        func stop() { log.note("stop Awaited") }
    }
    @Component final class Broker: Startable {
        let disk: Disk
        let awaited: Awaited
        let log: PartLog
        func start() async throws {
            log.note("start Broker")
            throw SampleError()
        }
    }

    enum Call: CaseIterable {
        case start, run
        func callAsFunction(_ context: ApplicationContext) async throws {
            if self == .start { try await context.start() } else { try await context.run(handlingSignals: false) }
        }
    }

    private func expectRefusals(_ context: ApplicationContext) async {
        for call in Call.allCases {
            let refusal = await #expect(throws: IOCError.self) { try await call(context) }
            #expect(refusal?.codes == [.contextStopped])
        }
    }

    @Test("After a failed start or run, a start and a run are refused", arguments: Call.allCases)
    func failed(call: Call) async throws {
        let context = try ApplicationContext(.parts(Disk.self, Awaited.self, Broker.self))
        let failure = await #expect(throws: IOCError.self) { try await call(context) }
        #expect(failure?.codes == [.startFailed])
        await expectRefusals(context)
        let lines = try context.lines
        #expect(lines.filter { $0 == "start Broker" }.count == 1)
        #expect(lines.contains("stop Disk") && lines.contains("stop Awaited"))
        #expect(await context.health(.ready).stage == "stopped")
        #expect(await context.health(.started).isWell == false)
    }

    enum Way: CaseIterable { case cancelledStart, cancelledRun, stop }

    @Test(
        "A cancellation and a stop call a start off, also from a cancelled task; then a start and a run are refused",
        arguments: Way.allCases, [false, true])
    func calledOff(way: Way, isCallerCancelled: Bool) async throws {
        let context = try ApplicationContext(.parts(PatientStart.self, Disk.self))
        let patient = try context.component(PatientStart.self)
        let call = way == .cancelledRun ? Call.run : .start
        let start = Task { try await call(context) }
        await patient.hasBegun.wait()
        let caller = Task {
            if isCallerCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            if way == .stop { try await context.stop() } else { start.cancel() }
        }
        try await ending("the caller") { try await caller.value }
        let result = try await ending("the start") { await start.result }
        // A run that is cancelled has ended well.
        if way == .cancelledRun {
            try result.get()
        } else {
            #expect(throws: CancellationError.self) { try result.get() }
        }
        #expect(patient.isCancelled.isOpen)
        #expect(try context.lines == ["start Disk", "stop Disk"])
        await expectRefusals(context)
        try await context.stop()
        #expect(try context.lines.count == 2)
    }

    @Test("Of two callers that wait for a start, the cancellation of one changes nothing; that of both rolls back")
    func cancelledCallers() async throws {
        // A task that runs at once has joined the start when it is created.
        guard #available(macOS 26, *) else { return }
        for count in 1...2 {
            let context = try ApplicationContext(.parts(DeafStart.self, Disk.self))
            let deaf = try context.component(DeafStart.self)
            let first = Task.immediate { try await context.start() }
            let second = Task.immediate { try await context.start() }
            await deaf.hasBegun.wait()
            first.cancel()
            if count == 2 { second.cancel() }
            deaf.mayEnd.open()
            let results = [await first.result, await second.result]
            #expect(results.map { (try? $0.get()) != nil } == [count == 1, count == 1])
            if count == 1 { try await context.stop() }
        }
    }

    @Test("A stop before the start does nothing, and neither does a second start; a stopped context can't start again")
    func again() async throws {
        let context = try ApplicationContext(.parts(Disk.self))
        try await context.stop()
        try await context.start()
        try await context.start()
        try await context.stop()
        try await context.stop()
        #expect(try context.lines == ["start Disk", "stop Disk"])
        await expectRefusals(context)
    }

    @Test("A failed stop is reported once; a later stop does nothing, and a later start is refused")
    func failedStop() async throws {
        let context = try ApplicationContext(.parts(StopBreaks.self, Disk.self))
        try await context.start()
        let error = await #expect(throws: IOCError.self) { try await context.stop() }
        #expect(error?.codes == [.stopFailed])
        try await context.stop()
        await expectRefusals(context)
    }
}
