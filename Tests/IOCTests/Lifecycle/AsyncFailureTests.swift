import IOC
import IOCBase
import Testing

@Suite("Async initializers that fail or are called off", .timeLimit(.minutes(30)))
struct AsyncFailureTests {
    @Component final class Refusing { init() async throws { throw SampleError() } }
    @Component final class Opened: Stoppable {
        let log: PartLog
        init(log: PartLog) async {
            self.log = log
            log.note("opened")
        }
        func stop() async throws { log.note("closed") }
    }
    @Component final class Follower { init(opened: Opened) throws { throw SampleError() } }

    @Test("A creation that throws rolls the start back, and is a start that failed")
    func failure() async throws {
        var configuration = ContextConfiguration.parts(Disk.self)
        configuration.components["refusing"] = .init(className: String(reflecting: Refusing.self), dependsOn: ["Disk"])
        let context = try ApplicationContext(configuration)
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.codes == [.startFailed])
        #expect(error?.cause is SampleError)
        #expect(error?.exitCode == 69)
        #expect(error?.description.contains("refusing failed while the start created it") == true)
        #expect(try context.lines == ["start Disk", "stop Disk"])
    }

    @Test("If what is passed it fails, it is stopped, because it has started")
    func followerFailure() async throws {
        let context = try ApplicationContext(.parts(Opened.self, Follower.self))
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.codes == [.startFailed])
        #expect(error?.description.contains("the sample fails") == true)
        #expect(try context.lines == ["opened", "closed"])
    }

    @Component(.retry(attempts: 3, delay: .zero)) final class Stubborn {
        init(log: PartLog) async throws {
            log.note("try")
            if log.lines.count < 3 { throw SampleError() }
        }
    }

    @Test("It is tried again as often as its retry says")
    func retry() async throws {
        let context = try ApplicationContext(.parts(Stubborn.self))
        try await context.start()
        #expect(try context.lines == ["try", "try", "try"])
        try await context.stop()
    }

    @Component final class Patient: Stoppable {
        enum Way: String, CaseIterable, Decodable { case hears, throwsItsOwn, isDeaf }
        let log: PartLog

        init(gate: AsyncComponentTests.Gate, log: PartLog, @Named(setting: "way") way: Way) async throws {
            self.log = log
            gate.isCreating.open()
            switch way {
            case .hears: try await untilCancelled()
            // What a foreign client throws when its task is cancelled.
            case .throwsItsOwn: do { try await untilCancelled() } catch { throw SampleError() }
            case .isDeaf: await gate.mayEnd.wait()
            }
            log.note("created")
        }
        func stop() async throws { log.note("stopped") }
    }

    @Test(
        "A start that is called off leaves nothing that it has not stopped, whatever the initializer does",
        arguments: Patient.Way.allCases, [false, true])
    func calledOff(way: Patient.Way, isRun: Bool) async throws {
        let configuration = ContextConfiguration.parts(AsyncComponentTests.Gate.self, Patient.self)
        let context = try ApplicationContext(configuration.with { $0.overrides = ["way": .string(way.rawValue)] })
        let gate = try context.component(AsyncComponentTests.Gate.self)
        let start = Task {
            if isRun { try await context.run(handlingSignals: false) } else { try await context.start() }
        }
        await gate.isCreating.wait()
        start.cancel()
        gate.mayEnd.open()
        let result = await start.result
        if isRun { try result.get() } else { #expect(throws: CancellationError.self) { try result.get() } }
        // An initializer that does not hear of the cancellation ends well, and its component is stopped.
        #expect(try context.lines == (way == .isDeaf ? ["created", "stopped"] : []))
    }
}
