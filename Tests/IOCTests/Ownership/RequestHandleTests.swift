import IOC
import IOCBase
import Testing

@Suite("A handle of a request scope", .timeLimit(.minutes(30)))
struct RequestHandleTests {
    @Component(.scope(.request)) final class Visit: Stoppable {
        private let hasStopped = Guarded(false)
        func stop() async throws { hasStopped.withLock { $0 = true } }
        var isStopped: Bool { hasStopped.withLock { $0 } }
    }

    private let context: ApplicationContext

    init() throws { context = try boot(Visit.self) }

    private func begin() async throws -> (handle: RequestScope, visit: Visit) {
        try await withRequestScope { (try RequestScope.hold(), try context.component(Visit.self)) }
    }

    @Test("The last run to leave an ended request stops its components, even if the run throws")
    func failing() async throws {
        let (handle, visit) = try await begin()
        #expect(!visit.isStopped)
        await #expect(throws: SampleError.self) {
            try await handle.run {
                #expect(try context.component(Visit.self) === visit)
                try await handle.end()
                #expect(!visit.isStopped, "it is still inside")
                throw SampleError()
            }
        }
        #expect(visit.isStopped)
    }

    @Test("A synchronous run leaves when it is over, so that the end stops")
    func synchronous() async throws {
        let (handle, visit) = try await begin()
        func enter() throws -> Visit { try handle.run { try context.component(Visit.self) } }
        #expect(try enter() === visit)
        #expect(throws: SampleError.self) { try handle.run { throw SampleError() } }
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

    @Test("A request that has ended can't be held, and neither can none")
    func endedRequest() async throws {
        let gate = Latch()
        func holding() -> Task<IOCError.Code?, Never> {
            withRequestScope {
                Task {
                    await gate.wait()
                    return code { _ = try RequestScope.hold() }
                }
            }
        }
        let task = holding()
        gate.open()
        #expect(await task.value == .scopeEnded)
        #expect(code { _ = try RequestScope.hold() } == .scopeInactive)
    }
}
