import IOC
import IOCManagement
import Web

/// Answers for `/health`, `/health/live`, `/health/ready` and `/health/started`, on both ports: 200 where all is well, 503 where
/// something is not.
@Component
final class HealthController: Controller, ManagementController {
    let context: ApplicationContext

    static let paths = ContextPages.paths.filter { $0.hasPrefix("/health") }

    var routes: [Route] {
        Self.paths.map { path in
            .get(path) { [context] _ in
                // Probes come by whatever name; the management port has looked at it.
                let page = await ContextPages(context).page(at: path, host: "localhost")
                return .text(page.body, Status(rawValue: page.status), type: page.type)
            }
        }
    }
}
