import IOC
import Web

/// Answers for `/context`: what the context has to say about itself, as text, or as JSON where that is asked for.
@Component
final class ContextController: ManagementController {
    @Autowired var timings: Timings

    var routes: [Route] {
        [
            .get("/context") { request in
                let wantsJSON = request.headers["accept"]?.lowercased().contains("application/json") ?? false
                return wantsJSON ? try Self.json() : .text("\(try ApplicationContext.current.report)\n")
            },
            .get("/context.json") { _ in try Self.json() },
            .get("/context/timings") { [unowned self] _ in .text("\(timings.table)\n") },
        ]
    }

    private static func json() throws -> Response {
        .text(try ApplicationContext.current.report.json, type: "application/json")
    }
}
