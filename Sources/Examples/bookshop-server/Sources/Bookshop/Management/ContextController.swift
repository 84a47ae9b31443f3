import IOC
import IOCManagement
import Web

/// The controller of the pages about the context: its report, its graph, and the time that each component took.
@Component
final class ContextController: ManagementController {
    let timings: Timings
    let context: ApplicationContext

    var routes: [Route] {
        ContextPages.paths.filter { !HealthController.paths.contains($0) }.map { path in
            .get(path) { [unowned self] request in
                let wantsJSON = request.headers["accept"]?.lowercased().contains("application/json") ?? false
                return await page(path == "/context" && wantsJSON ? "/context.json" : path, request)
            }
        }
    }

    private func page(_ path: String, _ request: Request) async -> Response {
        let page = await ContextPages(context, timings: timings.table).page(
            at: path, host: request.headers["host"] ?? "localhost")
        return .text(page.body, Status(rawValue: page.status), type: page.type)
    }
}
