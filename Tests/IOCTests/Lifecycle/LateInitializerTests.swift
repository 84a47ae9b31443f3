import IOC
import IOCBase
import Testing

/// Awaited initializers that return after the start has given them up.
@Suite("Initializers that return too late", .timeLimit(.minutes(30)))
struct LateInitializerTests {
    /// What the components of one context have in common with the test.
    final class Desk: IOCComponent {
        let (isCreating, mayOpen, isStopped, isFreed) = (Latch(), Latch(), Latch(), Latch())
        /// True if hooks of the late instance have run.
        let isInjected = OnceFlag()
    }
    /// Ignores cancellation, as a client library that blocks does.
    @Component final class Connection: Stoppable {
        let desk: Desk
        init(desk: Desk) async {
            self.desk = desk
            desk.isCreating.open()
            await desk.mayOpen.wait()
        }
        func didInject() { desk.isInjected.set() }
        func stop() { desk.isStopped.open() }
        deinit { desk.isFreed.open() }
    }
    /// Is passed it, and would be created after it.
    @Component(.lazy) final class User { let connection: Connection }

    enum Way: String, CaseIterable { case stop, cancellation, limit }

    @Test("It is not published, but stopped and released", arguments: Way.allCases)
    func late(way: Way) async throws {
        var configuration = ContextConfiguration(Desk.self, Connection.self, User.self)
        configuration.startTimeout = way == .limit ? .milliseconds(20) : .seconds(600)
        configuration.stopTimeout = .milliseconds(20)
        let observer = ObserverTests.Listener()
        configuration.observers = [observer]
        let context = try ApplicationContext(configuration)
        let desk = try context.component(Desk.self)
        let start = Task { try await context.start() }
        await desk.isCreating.wait()
        switch way {
        case .stop: try await context.stop()
        case .cancellation: start.cancel()
        case .limit: break
        }
        let error = await #expect(throws: IOCError.self) { try await start.value }
        #expect(error?.codes == [.startTimeout])
        desk.mayOpen.open()
        try await ending("the stop of the late instance") { await desk.isStopped.wait() }
        try await ending("the release of the late instance") { await desk.isFreed.wait() }
        #expect(!desk.isInjected.isSet)
        let lookups: [() throws -> Any] = [
            { try context.component(Connection.self) }, { try context.component(User.self) },
            { try context.components((any Stoppable).self) },
        ]
        for lookup in lookups {
            let error = #expect(throws: IOCError.self) { try lookup() }
            #expect(error?.code == .notStarted)
            #expect(error?.faults[0].remedy.hasPrefix("boot a new context") == true)
        }
        #expect(!observer.lines.contains("made Connection"))
        try await context.stop()
    }

    enum Functions {
        @Provides static func connection(desk: Desk) async -> any Kept { await Connection(desk: desk) }
    }
    protocol Kept: Sendable {}

    @Test("A function is given up in the same way")
    func function() async throws {
        var configuration = ContextConfiguration(
            prefixes: [String(reflecting: Functions.self) + "."], classes: [String(reflecting: Desk.self)])
        configuration.startTimeout = .milliseconds(20)
        let context = try ApplicationContext(configuration)
        let desk = try context.component(Desk.self)
        await #expect(throws: IOCError.self) { try await context.start() }
        desk.mayOpen.open()
        try await ending("the stop of the late instance") { await desk.isStopped.wait() }
        #expect(throws: IOCError.self) { try context.component((any Kept).self) }
    }
}
extension LateInitializerTests.Connection: LateInitializerTests.Kept {}
