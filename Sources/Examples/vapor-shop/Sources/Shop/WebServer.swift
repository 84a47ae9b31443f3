import IOC
import Vapor

@Component
final class WebServer: IOCService {
    @Autowired var controllers: [any Controller]
    @Value("server.host") var host = "127.0.0.1"
    @Value("server.port") var port = 8080

    func run() async throws {
        // The container has read the program's arguments already.
        let application = try await Application.make(Environment(name: "production", arguments: ["shop"]))
        do {
            application.http.server.configuration.hostname = host
            application.http.server.configuration.port = port
            application.middleware.use(RequestScopeMiddleware())
            for controller in controllers { try application.register(collection: controller) }
            try await application.startup()
            // Until the container asks the service to end.
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        } catch {
            try? await application.asyncShutdown()
            throw error
        }
        // Answers what has begun.
        try await application.asyncShutdown()
    }
}
