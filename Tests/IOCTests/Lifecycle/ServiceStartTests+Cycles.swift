import IOC
import IOCBase
import Testing

extension ServiceStartTests {
    // A cycle whose order leads through a component that has nothing to start.
    final class Harvest: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        static var traits: [ComponentTrait] { [.dependsOn("Fence")] }
        @Autowired var mill: Mill
        func start() async throws { await mill.runs.wait() }
    }
    final class Fence: IOCComponent {
        static var traits: [ComponentTrait] { [.dependsOn("Mill")] }
    }
    final class Mill: IOCComponent, IOCService, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var harvest: Harvest
        let runs = Latch()
        func run() async throws {
            runs.open()
            try await untilCancelled()
        }
    }

    @Test("In a cycle, a service begins before a member whose dependsOn leads to it through others")
    func indirectOrder() async throws {
        var configuration = ContextConfiguration(Harvest.self, Fence.self, Mill.self)
        configuration.startTimeout = .seconds(600)
        let context = try ApplicationContext(configuration)
        try await ending("the start") { try await context.start() }
        try await context.stop()
    }
}
