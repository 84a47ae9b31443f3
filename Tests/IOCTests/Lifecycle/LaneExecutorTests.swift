import Dispatch
import FoundationEssentials
import IOCBase
import Testing

@testable import IOC

@Suite("Lanes: Lifecycle")
struct LaneExecutorTests {
    /// Counts who is there at the same time.
    final class Crowd: Sendable {
        private let count = Guarded((now: 0, most: 0))
        var most: Int { count.withLock(\.most) }

        func visit() {
            count.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            count.withLock { $0.now -= 1 }
        }
    }

    @Test(
        "No job is lost while threads come and go, and never more run than there are cores",
        arguments: [DispatchTimeInterval.nanoseconds(0), .microseconds(20), .seconds(1)])
    func comings(patience: DispatchTimeInterval) async {
        let executor = LaneExecutor(patience: patience)
        let crowd = Crowd()
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask(executorPreference: executor) {
                    for _ in 0..<20 {
                        crowd.visit()
                        await Task.yield()
                    }
                    return number
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 199 * 100)
        #expect(crowd.most <= ProcessInfo.processInfo.activeProcessorCount)
    }

    @Test("An executor goes once its last thread has ended")
    func goes() async {
        weak var executor: LaneExecutor?
        func run() async {
            let made = LaneExecutor(patience: .nanoseconds(0))
            executor = made
            await Task(executorPreference: made) {}.value
        }
        await run()
        while executor != nil { await Task.yield() }
    }
}
