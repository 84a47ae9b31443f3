import IOC
import Logging
import ServiceLifecycle

/// The service that runs the application until the container stops the service.
@Component
final class WebServer: IOCService {
    let web: Web

    func run() async throws {
        let group = ServiceGroup(services: [web.application()], logger: Logger(label: "shop"))
        try await endingGracefully {
            try await group.run()
        } asked: {
            await group.triggerGracefulShutdown()
        }
    }
}
