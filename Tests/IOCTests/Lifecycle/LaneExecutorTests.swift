import CSwiftRuntime
import Dispatch
import FoundationEssentials
import IOCBase
import Testing

@testable import IOC

@Suite("Lanes: Lifecycle", .timeLimit(.minutes(30)))
struct LaneExecutorTests {
    private static let cores = ProcessInfo.processInfo.activeProcessorCount

    /// Counts who is there at the same time.
    final class Crowd: Sendable {
        private let count = Guarded((now: 0, most: 0, all: 0))
        var now: Int { count.withLock(\.now) }
        var most: Int { count.withLock(\.most) }
        var all: Int { count.withLock(\.all) }

        /// Is there while `body` runs.
        func visit(_ body: () -> Void) {
            enter()
            body()
            leave()
        }
        func enter() {
            count.withLock {
                $0.all += 1
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
        }
        func leave() { count.withLock { $0.now -= 1 } }
    }

    @Test(
        "No job is lost while threads come and go, and never more run than there are cores",
        arguments: [DispatchTimeInterval.nanoseconds(0), .microseconds(20), .seconds(1)])
    func comings(patience: DispatchTimeInterval) async throws {
        let executor = LaneExecutor(patience: patience)
        let crowd = Crowd()
        let sum = try await ending("all jobs") {
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<200 {
                    group.addTask(executorPreference: executor) {
                        for _ in 0..<20 {
                            // Long enough that others come meanwhile, where there are more threads.
                            crowd.visit { ioc_yield() }
                            await Task.yield()
                        }
                        return number
                    }
                }
                return await group.reduce(0, +)
            }
        }
        #expect(sum == 199 * 100)
        #expect((1...Self.cores).contains(crowd.most))
    }

    @Test("Children that block their threads get as many as there are cores, and the others their turn after them")
    func blockedChildren() async throws {
        let executor = LaneExecutor()
        let (crowd, door) = (Crowd(), Door())
        let count = Self.cores + 60
        let all = Task(executorPreference: executor) {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        crowd.visit { door.pass() }
                    }
                }
            }
        }
        try await until("as many threads as cores") { crowd.now >= Self.cores }
        // If there were more, they would come now.
        for _ in 0..<30 where crowd.most <= Self.cores { try await Task.sleep(for: .milliseconds(1)) }
        #expect(crowd.most == Self.cores)
        door.open()
        await all.value
        #expect(crowd.most == Self.cores)
        #expect(crowd.all == count)
    }

    @Test("An executor goes once its last thread has ended")
    func goes() async throws {
        weak var executor: LaneExecutor?
        func run() async {
            let made = LaneExecutor(patience: .nanoseconds(0))
            executor = made
            await Task(executorPreference: made) {}.value
        }
        await run()
        try await until("the end of the executor") { executor == nil }
    }

    final class Stuck: IOCComponent, Stoppable {
        let door = Door()
        func stop() { door.pass() }
    }

    @Test("An executor whose call was given up is lent to no other call")
    func abandoned() async throws {
        var configuration = ContextConfiguration(Stuck.self)
        configuration.stopTimeout = .milliseconds(20)
        let context = try ApplicationContext(configuration)
        let stuck = try context.component(Stuck.self)
        defer { stuck.door.open() }
        try await context.start()
        let executor = LaneExecutor()
        context.core.lifecycle.giveBack(executor)
        let error = await #expect(throws: IOCError.self) { try await context.stop() }
        #expect(error?.code == .stopTimeout)
        #expect(context.core.lifecycle.takeExecutor() !== executor)
    }

    @Test("An executor whose call has ended is lent to the next")
    func reused() async throws {
        let context = try ApplicationContext(ContextConfiguration(Stuck.self))
        try context.component(Stuck.self).door.open()
        try await context.start()
        let executor = LaneExecutor()
        context.core.lifecycle.giveBack(executor)
        try await context.stop()
        #expect(context.core.lifecycle.takeExecutor() === executor)
    }
}
