import IOC
import Vapor

/// The setup of an application. It doesn't run the application, so a test needs no port.
@Component
struct Web {
    let controllers: [any Controller]
    @Injected(setting: "server.host", default: "127.0.0.1") let host: String
    @Injected(setting: "server.port", default: 8080) let port: Int

    func configure(_ application: Application) throws {
        application.http.server.configuration.hostname = host
        application.http.server.configuration.port = port
        application.middleware.use(RequestScopeMiddleware())
        for controller in controllers { try application.register(collection: controller) }
    }
}
