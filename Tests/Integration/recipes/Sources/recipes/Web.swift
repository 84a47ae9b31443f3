import Hummingbird
import IOC

/// Builds the application.
@Component
struct Web {
    let greeter: Greeter
    @Injected(setting: "server.port", default: 8080) let port: Int

    func application() -> some ApplicationProtocol {
        let router = Router()
        router.get("/:name") { [greeter] _, context -> String in
            try await greeter.greet(context.parameters.require("name"))
        }
        return Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
    }
}
