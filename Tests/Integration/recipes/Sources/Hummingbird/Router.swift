// swift-format-ignore-file
// Like Hummingbird 2, with the parts that the pages and the example need. The server itself is in another file, because
// the pages and the example get their requests from different places.

package struct ByteBuffer: Equatable, Sendable {
    package let text: String
    package init(string: String) { text = string }
}

package struct Parameters: Sendable {
    struct Missing: Error {}
    var values: [String: String] = [:]
    package func require(_ name: String) throws -> String {
        guard let value = values[name] else { throw Missing() }
        return value
    }
}

package struct ApplicationRequestContextSource: Sendable { package init() {} }

package struct CoreRequestContextStorage: Sendable {
    package var parameters = Parameters()
    package init(source: ApplicationRequestContextSource) {}
}

package protocol RequestContext: Sendable {
    init(source: ApplicationRequestContextSource)
    var coreContext: CoreRequestContextStorage { get set }
}

extension RequestContext {
    package var parameters: Parameters { coreContext.parameters }
}

package struct BasicRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    package init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
}

package struct HTTPRequest: Sendable {
    package struct Method: Equatable, Sendable {
        let name: String
        package static var get: Method { Method(name: "GET") }
    }
}

package struct HTTPResponse: Sendable {
    package struct Status: Equatable, Sendable {
        package let code: Int
        package static var ok: Status { Status(code: 200) }
        package static var notFound: Status { Status(code: 404) }
        package static var serviceUnavailable: Status { Status(code: 503) }
    }
}

package struct Request: Sendable {
    let method: HTTPRequest.Method
    let path: String
    package init(method: HTTPRequest.Method, path: String) { (self.method, self.path) = (method, path) }
}

package struct Response: Sendable {
    package var status: HTTPResponse.Status
    package var body: ByteBuffer
}

package protocol ResponseGenerator: SendableMetatype {
    func response(from request: Request, context: some RequestContext) throws -> Response
}

extension String: ResponseGenerator {
    package func response(from request: Request, context: some RequestContext) -> Response {
        Response(status: .ok, body: ByteBuffer(string: self))
    }
}

/// The answer of another generator with a different status. Like the real type, it is not `Sendable`.
package struct EditedResponse<Generator: ResponseGenerator>: ResponseGenerator {
    package var status: HTTPResponse.Status?
    package var responseGenerator: Generator

    package init(status: HTTPResponse.Status? = nil, response: Generator) {
        self.status = status
        responseGenerator = response
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try responseGenerator.response(from: request, context: context)
        if let status { response.status = status }
        return response
    }
}

package protocol MiddlewareProtocol<Input, Output, Context>: Sendable {
    associatedtype Input
    associatedtype Output
    associatedtype Context
    func handle(
        _ input: Input, context: Context, next: (Input, Context) async throws -> Output
    ) async throws -> Output
}

package protocol RouterMiddleware<Context>: MiddlewareProtocol where Input == Request, Output == Response {}

package protocol HTTPResponder<Context>: Sendable {
    associatedtype Context: RequestContext
    func respond(to request: Request, context: Context) async throws -> Response
}

package protocol HTTPResponderBuilder {
    associatedtype Responder: HTTPResponder
    func buildResponder() -> Responder
}

package struct RouterPath: ExpressibleByStringLiteral, Sendable {
    let parts: [Substring]
    package init(stringLiteral path: String) { parts = path.split(separator: "/") }

    func parameters(of path: [Substring]) -> Parameters? {
        guard parts.count == path.count else { return nil }
        var parameters = Parameters()
        for (part, value) in zip(parts, path) {
            if part.hasPrefix(":") {
                parameters.values[String(part.dropFirst())] = String(value)
            } else if part != value {
                return nil
            }
        }
        return parameters
    }
}

/// Like the real type, it is not `Sendable`.
package final class Router<Context: RequestContext>: HTTPResponderBuilder {
    private var routes: [RouterResponder<Context>.Route] = []
    private var middlewares: [any MiddlewareProtocol<Request, Response, Context>] = []

    package init(context: Context.Type = BasicRequestContext.self) {}

    @discardableResult
    package func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
        middlewares.append(middleware)
        return self
    }

    @discardableResult
    package func get(
        _ path: RouterPath = "",
        use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
    ) -> Self {
        routes.append(
            .init(method: .get, path: path) { request, context in
                try await handler(request, context).response(from: request, context: context)
            })
        return self
    }

    package func buildResponder() -> RouterResponder<Context> {
        RouterResponder(routes: routes, middlewares: middlewares)
    }
}

package struct RouterResponder<Context: RequestContext>: HTTPResponder {
    typealias Handler = @Sendable (Request, Context) async throws -> Response

    struct Route: Sendable {
        let method: HTTPRequest.Method
        let path: RouterPath
        let handler: Handler
    }

    let routes: [Route]
    let middlewares: [any MiddlewareProtocol<Request, Response, Context>]

    package func respond(to request: Request, context: Context) async throws -> Response {
        let path = request.path.split(separator: "/")
        for route in routes where route.method == request.method {
            guard let parameters = route.path.parameters(of: path) else { continue }
            var context = context
            context.coreContext.parameters = parameters
            return try await pass(request, context, through: middlewares[...], to: route.handler)
        }
        return Response(status: .notFound, body: ByteBuffer(string: ""))
    }

    private func pass(
        _ request: Request, _ context: Context,
        through rest: ArraySlice<any MiddlewareProtocol<Request, Response, Context>>, to handler: Handler
    ) async throws -> Response {
        guard let first = rest.first else { return try await handler(request, context) }
        return try await first.handle(request, context: context) {
            try await pass($0, $1, through: rest.dropFirst(), to: handler)
        }
    }
}

package struct BindAddress: Equatable, Sendable {
    let host: String
    let port: Int
    package static func hostname(_ host: String = "127.0.0.1", port: Int = 8080) -> Self { Self(host: host, port: port) }
}

package struct ApplicationConfiguration: Sendable {
    package var address: BindAddress
    package init(address: BindAddress = .hostname()) { self.address = address }
}
