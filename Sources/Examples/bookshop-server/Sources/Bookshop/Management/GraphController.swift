import IOC
import Web

/// Answers for `/graph`: the live graph as a page, and in the forms that other tools draw.
@Component
final class GraphController: ManagementController {
    var routes: [Route] {
        [
            .get("/graph") { _ in .text(try Self.graph().html, type: "text/html; charset=utf-8") },
            .get("/graph.dot") { _ in .text(try Self.graph().dot, type: "text/vnd.graphviz; charset=utf-8") },
            .get("/graph.mermaid") { _ in .text(try Self.graph().mermaid) },
            .get("/graph.json") { _ in .text(try Self.graph().json, type: "application/json") },
            .get("/graph.txt") { _ in .text(try Self.graph().tree + "\n") },
        ]
    }

    private static func graph() throws -> DependencyGraph { try ApplicationContext.current.graph }
}
