import IOC
import Web

/// Answers for `/health`, on both ports: 200 where all is well, 503 where something is not.
@Component
final class HealthController: Controller, ManagementController {
    @Autowired var indicators: [any HealthReporting]

    var routes: [Route] { [.get("/health", check)] }

    private struct Health: Encodable {
        var status = "up"
        var checks: [String: String] = [:]
    }

    @Sendable private func check(_ request: Request) async throws -> Response {
        var health = Health()
        for indicator in indicators {
            do {
                health.checks[indicator.subject] = try await indicator.health()
            } catch {
                health.status = "down"
                health.checks[indicator.subject] = "\(error)"
            }
        }
        return try .json(health, health.status == "up" ? .ok : .unavailable)
    }
}
