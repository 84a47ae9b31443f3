import Hummingbird
import IOC

/// A component with routes; the server takes all there are.
protocol Controller: Sendable {
    func add(to router: Router<BasicRequestContext>)
}

@Component
final class GreetingController: Controller {
    let greeter: Greeter
    let visit: Provider<Visit>

    func add(to router: Router<BasicRequestContext>) {
        router.get("/hello/:name") { _, context -> String in
            let greeting = try self.greeter.greet(context.parameters.require("name"))
            return try "\(greeting) (\(self.visit().log))"
        }
    }
}

/// The health of the program, for a load balancer.
@Component
final class HealthController: Controller {
    let context: ApplicationContext

    func add(to router: Router<BasicRequestContext>) {
        router.get("/health") { _, _ in
            let health = await self.context.health()
            return EditedResponse(status: health.isWell ? .ok : .serviceUnavailable, response: health.json)
        }
    }
}
