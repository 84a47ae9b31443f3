// swift-format-ignore-file
// Like Vapor 4, with the parts that the example needs.

import Foundation
import Synchronization

package struct ByteBuffer: Equatable, Sendable {
    package let text: String
    package init(string: String) { text = string }
}

package struct EventLoopGroupProvider: Sendable {
    package static var singleton: EventLoopGroupProvider { EventLoopGroupProvider() }
}

package struct Environment: Equatable, Sendable {
    package static var development: Environment { Environment(name: "development") }
    package static var testing: Environment { Environment(name: "testing", arguments: ["vapor"]) }
    package init(name: String, arguments: [String] = ProcessInfo.processInfo.arguments) {}
}

package struct Parameters: Sendable {
    struct Missing: Error {}
    var values: [String: String] = [:]
    package func require(_ name: String) throws -> String {
        guard let value = values[name] else { throw Missing() }
        return value
    }
}

package final class Request: Sendable {
    package let parameters: Parameters
    init(_ parameters: Parameters) { self.parameters = parameters }
}

package enum HTTPMethod: Equatable, Sendable { case GET }

package enum HTTPResponseStatus: Equatable, Sendable { case ok, notFound, serviceUnavailable }

package final class Response: Sendable {
    package struct Body: Sendable {
        package static let empty = Body(string: "")
        let text: String
        package init(string: String) { text = string }
    }
    package let status: HTTPResponseStatus
    package let body: Body
    package init(status: HTTPResponseStatus = .ok, body: Body = .empty) { (self.status, self.body) = (status, body) }
    /// The whole body, like the result of `body.collect()` in the tests of the real package.
    package var buffer: ByteBuffer { ByteBuffer(string: body.text) }
}

package protocol AsyncResponseEncodable: SendableMetatype {
    func encodeResponse(for request: Request) async throws -> Response
}

extension Response: AsyncResponseEncodable {
    package func encodeResponse(for request: Request) async throws -> Response { self }
}

extension String: AsyncResponseEncodable {
    package func encodeResponse(for request: Request) async throws -> Response { Response(body: .init(string: self)) }
}

package protocol AsyncResponder: Sendable {
    func respond(to request: Request) async throws -> Response
}

package protocol AsyncMiddleware: Sendable {
    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response
}

package struct Middlewares: Sendable {
    var all: [any AsyncMiddleware] = []
    package mutating func use(_ middleware: any AsyncMiddleware) { all.append(middleware) }
}

package enum PathComponent: ExpressibleByStringInterpolation, Sendable {
    case constant(String)
    case parameter(String)
    package init(stringLiteral text: String) {
        self = text.hasPrefix(":") ? .parameter(String(text.dropFirst())) : .constant(text)
    }
}

package final class Route: AsyncResponder {
    let path: [PathComponent]
    let closure: @Sendable (Request) async throws -> Response

    init(_ path: [PathComponent], _ closure: @escaping @Sendable (Request) async throws -> Response) {
        (self.path, self.closure) = (path, closure)
    }

    package func respond(to request: Request) async throws -> Response { try await closure(request) }

    func parameters(of parts: [String]) -> Parameters? {
        guard path.count == parts.count else { return nil }
        var parameters = Parameters()
        for (component, part) in zip(path, parts) {
            switch component {
            case .constant(let text): if text != part { return nil }
            case .parameter(let name): parameters.values[name] = part
            }
        }
        return parameters
    }
}

package protocol RoutesBuilder {
    func add(_ route: Route)
}

extension RoutesBuilder {
    @discardableResult
    package func get<Answer: SendableMetatype>(
        _ path: PathComponent..., use closure: @Sendable @escaping (Request) async throws -> Answer
    ) -> Route where Answer: AsyncResponseEncodable {
        let route = Route(path) { try await closure($0).encodeResponse(for: $0) }
        add(route)
        return route
    }

    package func register(collection: any RouteCollection) throws { try collection.boot(routes: self) }
}

package protocol RouteCollection {
    func boot(routes: any RoutesBuilder) throws
}

package final class Application: RoutesBuilder, Sendable {
    package struct HTTP: Sendable {
        package struct Server: Sendable {
            package struct Configuration: Sendable {
                package var hostname = "127.0.0.1"
                package var port = 8080
            }
            let application: Application
            package var configuration: Configuration {
                get { application.state.withLock { $0.configuration } }
                nonmutating set { application.state.withLock { $0.configuration = newValue } }
            }
        }
        let application: Application
        package var server: Server { Server(application: application) }
    }

    private struct State {
        var configuration = HTTP.Server.Configuration()
        var middleware = Middlewares()
        var routes: [Route] = []
        var port: Port?
        var isShutDown = false
    }
    private let state = Mutex(State())

    package var http: HTTP { HTTP(application: self) }
    package var middleware: Middlewares {
        get { state.withLock { $0.middleware } }
        set { state.withLock { $0.middleware = newValue } }
    }

    package static func make(
        _ environment: Environment = .development, _ eventLoopGroupProvider: EventLoopGroupProvider = .singleton
    ) async throws -> Application { Application() }

    package func add(_ route: Route) { state.withLock { $0.routes.append(route) } }

    package func startup() async throws {
        let configuration = http.server.configuration
        let port = try Port(configuration.hostname, configuration.port) { [self] in await answer($0) }
        state.withLock { $0.port = port }
    }

    package func asyncShutdown() async throws {
        let port = state.withLock { state in
            state.isShutDown = true
            defer { state.port = nil }
            return state.port
        }
        await port?.close()
    }

    /// As in the real package, it is an error to forget the shutdown.
    deinit { precondition(state.withLock { $0.isShutDown }, "the application was not shut down") }

    private struct Link: AsyncResponder {
        let middleware: any AsyncMiddleware
        let next: any AsyncResponder
        func respond(to request: Request) async throws -> Response {
            try await middleware.respond(to: request, chainingTo: next)
        }
    }

    package func respond(to path: String) async throws -> Response {
        let parts = path.split(separator: "/").map(String.init)
        let (routes, middleware) = state.withLock { ($0.routes, $0.middleware) }
        for route in routes {
            guard let parameters = route.parameters(of: parts) else { continue }
            var responder: any AsyncResponder = route
            for middleware in middleware.all.reversed() { responder = Link(middleware: middleware, next: responder) }
            return try await responder.respond(to: Request(parameters))
        }
        return Response(status: .notFound)
    }

    private func answer(_ path: String) async -> (isFound: Bool, text: String) {
        do {
            let response = try await respond(to: path)
            return (response.status != .notFound, response.body.text)
        } catch {
            return (false, "\(error)")
        }
    }
}
