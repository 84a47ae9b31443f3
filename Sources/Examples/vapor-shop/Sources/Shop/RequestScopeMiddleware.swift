import IOC
import Vapor

/// A middleware that gives each request its own scope.
struct RequestScopeMiddleware: AsyncMiddleware {
    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response {
        try await withRequestScope { try await next.respond(to: request) }
    }
}
