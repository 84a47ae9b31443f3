import IOC
import IOCManagement
import Web

/// The controller of `/health`, `/health/live`, `/health/ready` and `/health/started` on both ports. It answers 200 if
/// all is well, otherwise 503.
@Component
final class HealthController: Controller, ManagementController {
    let context: ApplicationContext

    static let paths = ContextPages.paths.filter { $0.hasPrefix("/health") }

    var routes: [Route] {
        Self.paths.map { path in
            .get(path) { [context] _ in
                // Probes may use any host name, so the page gets `localhost`. The management port has already checked
                // the host.
                let page = await ContextPages(context).page(at: path, host: "localhost")
                return .text(page.body, Status(rawValue: page.status), type: page.type)
            }
        }
    }
}
