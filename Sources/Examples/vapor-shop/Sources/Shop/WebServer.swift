import IOC
import Vapor

@Component
final class WebServer: IOCService {
    let controllers: [any Controller]
    @Injected(setting: "server.host", default: "127.0.0.1") let host: String
    @Injected(setting: "server.port", default: 8080) let port: Int

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
