import Hummingbird
import IOC
import Logging

/// A builder of the application. It doesn't run the application, so a test needs no port.
@Component
struct Web {
    let controllers: [any Controller]
    @Injected(setting: "server.host", default: "127.0.0.1") let host: String
    @Injected(setting: "server.port", default: 8080) let port: Int

    func application() -> some ApplicationProtocol {
        let router = Router()
        router.add(middleware: RequestScopeMiddleware())
        for controller in controllers { controller.add(to: router) }
        return Application(
            router: router, configuration: .init(address: .hostname(host, port: port)), logger: Logger(label: "shop"))
    }
}
