import IOC
import IOCBase
import Testing

@Suite("Cancelled callers", .timeLimit(.minutes(30)))
struct CalledOffTests {
    final class Patient: IOCComponent, Startable {
        let (hasBegun, isCalledOff) = (Latch(), Latch())
        func start() async throws {
            hasBegun.open()
            defer { if Task.isCancelled { isCalledOff.open() } }
            try await untilCancelled()
        }
    }

    /// Runs `body` in a task that is cancelled.
    private static func cancelled<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await body()
        }
        .value
    }

    enum Way: CaseIterable { case start, run, stop }

    @Test("A cancelled caller cancels a start: of a context, of a run, and by a stop", arguments: Way.allCases)
    func calledOff(way: Way) async throws {
        var configuration = ContextConfiguration(Patient.self)
        configuration.startTimeout = .seconds(600)
        configuration.stopTimeout = .seconds(600)
        let context = try ApplicationContext(configuration)
        let patient = try context.component(Patient.self)
        let task = Task {
            if way == .run { try await context.run(handlingSignals: false) } else { try await context.start() }
        }
        await patient.hasBegun.wait()
        let result = try await ending("the start") {
            await Self.cancelled {
                if way == .stop { try? await context.stop() } else { task.cancel() }
            }
            return await task.result
        }
        #expect((try? result.get()) == nil || way == .run)
        #expect(patient.isCalledOff.isOpen)
        if way == .stop {
            let error = await #expect(throws: IOCError.self) { try await context.start() }
            #expect(error?.code == .contextStopped)
        }
    }
}
