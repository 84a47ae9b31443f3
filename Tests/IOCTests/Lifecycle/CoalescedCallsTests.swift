import IOCBase
import Testing

@testable import IOC

@Suite("Calls that come together", .timeLimit(.minutes(30)))
struct CoalescedCallsTests {
    @Test("One that comes during another means one more, however many come, and a later one is called again")
    func together() async throws {
        let (begun, beginnings) = AsyncStream<Int>.makeStream()
        let (released, releases) = AsyncStream<Void>.makeStream()
        let count = Guarded(0)
        let gate = Guarded(released.makeAsyncIterator())
        let calls = CoalescedCalls {
            let number = count.withLock { count in
                count += 1
                return count
            }
            beginnings.yield(number)
            var iterator = gate.withLock { $0 }
            _ = await iterator.next()
        }
        var numbers = begun.makeAsyncIterator()
        calls.call()
        #expect(await numbers.next() == 1)
        for _ in 0..<5 { calls.call() }
        #expect(count.withLock { $0 } == 1, "the first one is still running")
        releases.yield()
        #expect(await numbers.next() == 2)
        calls.call()
        releases.yield()
        #expect(await numbers.next() == 3)
        releases.yield()
        // Until it is idle again, a call means one more; then it is the first again.
        calls.call()
        #expect(await numbers.next() == 4)
        releases.yield()
        #expect(count.withLock { $0 } == 4)
    }
}
