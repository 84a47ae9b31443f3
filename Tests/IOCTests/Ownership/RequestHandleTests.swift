import Foundation
import IOC
import IOCBase
import Testing

@Suite("A handle of a request scope", .timeLimit(.minutes(30)))
struct RequestHandleTests {
    final class Visit: IOCComponent, Stoppable, @unchecked Sendable {
        // Sound: guarded.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        let hasStopped = Guarded(false)
        func stop() async throws { hasStopped.withLock { $0 = true } }
        var isStopped: Bool { hasStopped.withLock { $0 } }
    }
    struct Failure: Error {}

    private let context: ApplicationContext

    init() throws { context = try ApplicationContext(ContextConfiguration(Visit.self)) }

    private func begin() async throws -> (handle: RequestScope, visit: Visit) {
        try await withRequestScope { (try RequestScope.hold(), try context.component(Visit.self)) }
    }

    @Test("The last run to leave an ended request stops its components, even if the run throws")
    func failing() async throws {
        let (handle, visit) = try await begin()
        #expect(!visit.isStopped)
        await #expect(throws: Failure.self) {
            try await handle.run {
                #expect(try context.component(Visit.self) === visit)
                try await handle.end()
                #expect(!visit.isStopped, "it is still inside")
                throw Failure()
            }
        }
        #expect(visit.isStopped)
    }

    @Test("A synchronous run leaves when it is over, so that the end stops")
    func synchronous() async throws {
        let (handle, visit) = try await begin()
        func enter() throws -> Visit { try handle.run { try context.component(Visit.self) } }
        #expect(try enter() === visit)
        #expect(throws: Failure.self) { try handle.run { throw Failure() } }
        #expect(!visit.isStopped)
        try await handle.end()
        #expect(visit.isStopped)
    }

    @Test("After its end a handle is refused, though another one keeps the scope open")
    func ended() async throws {
        let (first, visit) = try await begin()
        let second = try await first.run { try RequestScope.hold() }
        try await first.end()
        try await first.end()
        #expect(!visit.isStopped)
        let error = await #expect(throws: IOCError.self) { try await first.run {} }
        #expect(error?.code == .scopeEnded)
        #expect(try await second.run { try context.component(Visit.self) } === visit)
        try await second.end()
        #expect(visit.isStopped)
    }

    // MARK: Ended requests

    private static func holding(after gate: Latch) -> Task<Result<RequestScope, any Error>, Never> {
        withRequestScope {
            Task {
                await gate.wait()
                return Result(catching: RequestScope.hold)
            }
        }
    }

    @Test("A request that has ended can't be held")
    func endedRequest() async throws {
        let gate = Latch()
        let task = Self.holding(after: gate)
        gate.open()
        let held = await task.value
        let error = #expect(throws: IOCError.self) { try held.get() }
        #expect(error?.code == .scopeEnded)
        let outside = #expect(throws: IOCError.self) { try RequestScope.hold() }
        #expect(outside?.code == .scopeInactive)
    }
}
