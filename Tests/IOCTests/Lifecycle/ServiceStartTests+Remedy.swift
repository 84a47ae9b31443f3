import IOC
import IOCBase
import Testing

extension ServiceStartTests {
    /// Creates tables, and is waited for by everything else.
    final class Migration: IOCComponent, Startable {
        let mayEnd = Latch()
        func start() async throws { await mayEnd.wait() }
    }
    final class Repository: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        static var traits: [ComponentTrait] { [.dependsOn("Migration")] }
        func run() async throws { try await untilCancelled() }
    }
    final class Front: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var repository: Repository
        func run() async throws { try await untilCancelled() }
    }

    @Test("A start that is too slow is not told to wait for services that wait for it, directly or through others")
    func dependents() async throws {
        var configuration = ContextConfiguration(Migration.self, Repository.self, Front.self)
        configuration.startTimeout = .milliseconds(20)
        configuration.stopTimeout = .milliseconds(20)
        let context = try ApplicationContext(configuration)
        let migration = try context.component(Migration.self)
        defer { migration.mayEnd.open() }
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        #expect(error.faults.map(\.code) == [.startTimeout])
        #expect(!error.description.contains("dependsOn"))
        #expect(!error.description.contains("Repository") && !error.description.contains("Front"))
    }
}
