import Hummingbird
import IOC

/// A middleware that gives each request its own scope.
struct RequestScopeMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try await withRequestScope { try await next(request, context) }
    }
}
