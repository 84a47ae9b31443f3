import Testing

@testable import IOC

@Suite("Races of start, run and stop: Lifecycle", .timeLimit(.minutes(30)))
struct LifecycleStateTests {
    @Test("A call that begins in a cancelled task is cancelled")
    func cancelledCall() async {
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await TimedCall.run(on: LaneExecutor(), limit: .seconds(60), grace: .seconds(60)) {
                try await untilCancelled()
            }
        }
        guard case .failed(let error) = await call.value else {
            Issue.record("the call was not cancelled")
            return
        }
        #expect(error is CancellationError)
    }

    @Test("No service begins once a stop has begun")
    func lateService() throws {
        let lifecycle = Lifecycle()
        _ = try lifecycle.start { Task {} }
        #expect(lifecycle.finishStart(faultless: true))
        _ = lifecycle.stop { Task {} }
        lifecycle.serve { _, _ in
            Issue.record("a service began")
            return []
        } awaitReady: { _ in
            []
        }
    }
}
