import IOC
import IOCBase
import Testing

@Suite("Work that is asked to end in its own way", .timeLimit(.minutes(30)))
struct EndingGracefullyTests {
    struct Broken: Error {}

    @Test("Work that ends by itself gives its result, and is not asked")
    func result() async throws {
        let result = try await endingGracefully {
            3
        } asked: {
            Issue.record("it is asked")
        }
        #expect(result == 3)
    }

    @Test("Work that fails gives its error")
    func failure() async {
        await #expect(throws: Broken.self) {
            try await endingGracefully {
                throw Broken()
            } asked: {
            }
        }
    }

    @Test("When its task is cancelled, it is asked once and not cancelled, and its end is awaited")
    func cancelled() async throws {
        let (hasBegun, isAsked) = (Latch(), Latch())
        let count = Guarded(0)
        let task = Task {
            try await endingGracefully {
                hasBegun.open()
                await isAsked.wait()
                for _ in 0..<10 { await Task.yield() }
                return Task.isCancelled
            } asked: {
                count.withLock { $0 += 1 }
                isAsked.open()
            }
        }
        await hasBegun.wait()
        task.cancel()
        task.cancel()
        #expect(try await task.value == false)
        #expect(count.withLock { $0 } == 1)
    }

    @Test("A task that is cancelled already has it asked at once")
    func cancelledBefore() async throws {
        let isAsked = Latch()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await endingGracefully {
                await isAsked.wait()
            } asked: {
                isAsked.open()
            }
        }
        try await task.value
    }
}
