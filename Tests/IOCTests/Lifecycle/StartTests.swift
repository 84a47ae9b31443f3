import Dispatch
import IOC
import IOCBase
import Testing

@Suite("A start that fails", .timeLimit(.minutes(30)))
struct StartTests {
    final class Giddy: IOCComponent, Startable {
        func start() async throws { throw CancellationError() }
    }
    final class Blocked: Part, IOCComponent, @unchecked Sendable {
        @Autowired var disk: Disk
        let door = Door()
        override func start() async throws { block() }
        private func block() { door.pass() }
    }

    @Test("A failed start stops the started components in reverse order and reports every failure")
    func rollBack() async throws {
        var configuration = ContextConfiguration.parts(StartBreaks.self, Disk.self, Store.self)
        // By its name it starts before the one that fails.
        configuration.components["A"] = .init(className: String(reflecting: StopBreaks.self))
        let recorder = LifecycleRecorder()
        configuration.observers = [recorder]
        let context = try ApplicationContext(configuration)
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.codes == [.startFailed, .stopFailed])
        #expect(error?.cause is SampleError)
        #expect(
            recorder.all == ["started Disk", "started A", "failed StartBreaks", "failed A", "stopped Disk"])
    }

    @Test("A CancellationError of a start that was not cancelled is a failure")
    func giddy() async throws {
        let error = await #expect(throws: IOCError.self) { try await boot(Giddy.self).start() }
        #expect(error?.codes == [.startFailed])
        #expect(error?.cause is CancellationError)
    }

    @Test("A start that exceeds its limit is cancelled before its error is thrown")
    func cancelledOverrun() async throws {
        let context = try ApplicationContext(.parts(DeafStart.self, Disk.self, limit: .milliseconds(5)))
        let deaf = try context.component(DeafStart.self)
        defer { deaf.mayEnd.open() }
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.codes.contains(.startTimeout) == true)
        #expect(deaf.isCancelled.isOpen || !deaf.hasBegun.isOpen)
    }

    @Test("A start that is called off and does not end has no longer than a stop has")
    func grace() async throws {
        let configuration = ContextConfiguration.parts(DeafStart.self, Disk.self)
        let context = try ApplicationContext(configuration.with { $0.stopTimeout = .milliseconds(10) })
        let deaf = try context.component(DeafStart.self)
        defer { deaf.mayEnd.open() }
        let start = Task { try await context.start() }
        await deaf.hasBegun.wait()
        try await context.stop()
        let error = await #expect(throws: IOCError.self) { try await start.value }
        #expect(error?.codes.first == .startTimeout)
        #expect(error?.description.contains("did not start within 0.01 s") == true)
    }

    @Test("A start that blocks its thread past the limit is abandoned, and the rest is rolled back")
    func blocked() async throws {
        let context = try ApplicationContext(.parts(Blocked.self, Disk.self, limit: .seconds(3)))
        let blocked = try context.component(Blocked.self)
        defer { blocked.door.open() }
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.codes == [.startTimeout])
        #expect(try context.lines == ["start Disk", "stop Disk"])
    }
}
