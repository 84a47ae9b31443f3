import IOC
import IOCBase
import Testing

@Suite("Work that is asked to end in its own way", .timeLimit(.minutes(30)))
struct EndingGracefullyTests {
    @Test("Work that ends by itself gives its result or its error, and is not asked", arguments: [false, true])
    func result(fails: Bool) async throws {
        let work = Task {
            try await endingGracefully {
                if fails { throw SampleError() }
                return 3
            } asked: {
                Issue.record("it is asked")
            }
        }
        if fails {
            await #expect(throws: SampleError.self) { try await work.value }
        } else {
            #expect(try await work.value == 3)
        }
    }

    @Test(
        "When its task is cancelled, now or before, it is asked once, not cancelled, and all is awaited",
        arguments: [false, true])
    func cancelled(before: Bool) async throws {
        let (hasBegun, isAsked) = (Latch(), Latch())
        let count = Guarded(0)
        let ends = Guarded(0)
        let task = Task {
            if before { withUnsafeCurrentTask { $0?.cancel() } }
            let result = try await endingGracefully {
                hasBegun.open()
                await isAsked.wait()
                for _ in 0..<10 { await Task.yield() }
                return Task.isCancelled
            } asked: {
                count.withLock { $0 += 1 }
                isAsked.open()
                for _ in 0..<200 { await Task.yield() }
                ends.withLock { $0 += 1 }
            }
            return (result, ends.withLock { $0 })
        }
        await hasBegun.wait()
        task.cancel()
        task.cancel()
        let (isCancelled, end) = try await task.value
        #expect(!isCancelled && end == 1)
        #expect(count.withLock { $0 } == 1)
    }
}
