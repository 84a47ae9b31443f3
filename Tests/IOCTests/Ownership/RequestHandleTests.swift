import Foundation
import IOCBase
import Testing

@testable import IOC

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

    @Test("What is last to leave stops, also where it fails, and its own error is thrown")
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

    private static func stopping(_ activation: ScopeActivation, _ end: End) -> Task<Void, any Error> {
        Task.detached {
            try await activation.stop()
            end.hasCome.withLock { $0 = true }
        }
    }

    private final class End: Sendable {
        let hasCome = Guarded(false)
    }

    @Test("A stop waits for whoever is inside")
    func inside() async throws {
        let activation = ScopeActivation(isSynchronous: false)
        let end = End()
        let (stop, hasComeEarly) = try await withCheckedThrowingContinuation { continuation in
            // A thread of its own, as it waits while it is inside.
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try activation.inGate { () -> (Task<Void, any Error>, Bool) in
                            let stop = Self.stopping(activation, end)
                            try spin("the end") { activation.isOver }
                            return (stop, end.hasCome.withLock { $0 })
                        } orEnded: {
                            throw Failure()
                        }
                    })
            }
        }
        #expect(!hasComeEarly)
        try await stop.value
        #expect(end.hasCome.withLock { $0 })
        #expect(activation.isOver)
        #expect(throws: Failure.self) {
            try activation.inGate {
            } orEnded: {
                throw Failure()
            }
        }
    }
}
