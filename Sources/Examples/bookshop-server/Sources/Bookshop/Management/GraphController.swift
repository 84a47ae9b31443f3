import IOC
import Web

/// Answers for `/graph`: the live graph as a page, and in the forms that other tools draw.
final class GraphController: ManagementController {
    var routes: [Route] {
        [
            .get("/graph.txt") { _ in .text(try Self.graph().tree + "\n") }
        ]
    }

    private static func graph() throws -> DependencyGraph { try ApplicationContext.current.graph }
}
