import IOC
import Vapor

/// A component with routes; the server takes all there are.
protocol Controller: RouteCollection, Sendable {}

@Component
final class GreetingController: Controller {
    let greeter: Greeter
    let visit: Provider<Visit>

    func boot(routes: any RoutesBuilder) throws {
        routes.get("hello", ":name") { request async throws -> String in
            let greeting = try self.greeter.greet(request.parameters.require("name"))
            return try "\(greeting) (\(self.visit().log))"
        }
    }
}

/// The health of the program, for a load balancer.
@Component
final class HealthController: Controller {
    let context: ApplicationContext

    func boot(routes: any RoutesBuilder) throws {
        routes.get("health") { _ async throws -> Response in
            let health = await self.context.health()
            return Response(status: health.isWell ? .ok : .serviceUnavailable, body: .init(string: health.json))
        }
    }
}
