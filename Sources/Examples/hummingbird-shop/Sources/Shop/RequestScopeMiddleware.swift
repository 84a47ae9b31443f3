import Hummingbird
import IOC

/// Gives each request a scope of its own.
struct RequestScopeMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try await withRequestScope { try await next(request, context) }
    }
}
