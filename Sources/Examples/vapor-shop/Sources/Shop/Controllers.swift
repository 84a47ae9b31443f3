import IOC
import Vapor

/// A component with routes. The server collects all controllers.
protocol Controller: RouteCollection, Sendable {}

@Component
final class GreetingController: Controller {
    let greeter: any Greeter
    let visit: Provider<Visit>

    func boot(routes: any RoutesBuilder) throws {
        routes.get("hello", ":name") { request async throws -> String in
            let greeting = try self.greeter.greet(request.parameters.require("name"))
            return try "\(greeting) (\(self.visit().log))"
        }
    }
}

/// The controller that reports to a load balancer whether the program is ready: with 200 or 503.
@Component
final class HealthController: Controller {
    let context: ApplicationContext

    func boot(routes: any RoutesBuilder) throws {
        routes.get("health") { _ async throws -> Response in
            let health = await self.context.health(.ready)
            return Response(status: health.isWell ? .ok : .serviceUnavailable, body: .init(string: health.json))
        }
    }
}
