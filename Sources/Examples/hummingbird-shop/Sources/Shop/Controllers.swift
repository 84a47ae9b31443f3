import Hummingbird
import IOC

/// A component with routes. The server collects all controllers.
protocol Controller: Sendable {
    func add(to router: Router<BasicRequestContext>)
}

@Component
final class GreetingController: Controller {
    let greeter: any Greeter
    let visit: Provider<Visit>

    func add(to router: Router<BasicRequestContext>) {
        router.get("/hello/:name") { _, context -> String in
            let greeting = try self.greeter.greet(context.parameters.require("name"))
            return try "\(greeting) (\(self.visit().log))"
        }
    }
}

/// The controller that reports to a load balancer whether the program is ready: with 200 or 503.
@Component
final class HealthController: Controller {
    let context: ApplicationContext

    func add(to router: Router<BasicRequestContext>) {
        router.get("/health") { _, _ in
            let health = await self.context.health(.ready)
            return EditedResponse(status: health.isWell ? .ok : .serviceUnavailable, response: health.json)
        }
    }
}
