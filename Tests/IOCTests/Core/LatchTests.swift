import Dispatch
import IOCBase
import Testing

@testable import IOC

@Suite("Something that opens once", .timeLimit(.minutes(30)))
struct LatchTests {
    @Test("Everybody who waits goes on when it opens, and whoever comes later at once")
    func everybody() async throws {
        let latch = Latch()
        let coming = LifecycleRecorder()
        let waiting = (0..<4).map { _ in
            Task {
                coming.note("came")
                await latch.wait()
            }
        }
        try await until("all that wait") { coming.all.count == 4 }
        // Most of them wait by now; the others find it open.
        try await Task.sleep(for: .milliseconds(2))
        #expect(!latch.isOpen)
        #expect(latch.open())
        #expect(latch.isOpen && !latch.open())
        for task in waiting { try await ending("a wait") { await task.value } }
        await latch.wait()
    }

    @Test("A time limit that nobody holds any more never comes")
    func letGo() async {
        let (queue, later) = (DispatchQueue(label: "limits"), Latch())
        let hasCome = Guarded(false)
        queue.suspend()
        _ = TimeLimit(.zero, on: queue) { hasCome.withLock { $0 = true } }
        queue.resume()
        let limit = TimeLimit(.milliseconds(50), on: queue) { later.open() }
        await later.wait()
        withExtendedLifetime(limit) {}
        #expect(hasCome.withLock { !$0 })
    }
}
