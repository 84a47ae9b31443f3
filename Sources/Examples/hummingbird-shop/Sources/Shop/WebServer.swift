import Hummingbird
import IOC
import Logging
import ServiceLifecycle

@Component
final class WebServer: IOCService {
    let controllers: [any Controller]
    @Injected(setting: "server.host", default: "127.0.0.1") let host: String
    @Injected(setting: "server.port", default: 8080) let port: Int

    func run() async throws {
        let logger = Logger(label: "shop")
        let router = Router()
        router.add(middleware: RequestScopeMiddleware())
        for controller in controllers { controller.add(to: router) }
        let application = Application(
            router: router, configuration: .init(address: .hostname(host, port: port)), logger: logger)
        let group = ServiceGroup(services: [application], logger: logger)
        try await endingGracefully {
            try await group.run()
        } asked: {
            await group.triggerGracefulShutdown()
        }
    }
}
