// swift-format-ignore-file
// As Hummingbird 2, as far as the example needs it. Requests are lines of standard input: `GET /path`.

import Foundation
public import Logging
public import ServiceLifecycle

public struct Parameters: Sendable {
    struct Missing: Error {}
    var values: [String: String]
    public func require(_ name: String) throws -> String {
        guard let value = values[name] else { throw Missing() }
        return value
    }
}

public protocol RequestContext: Sendable {
    var parameters: Parameters { get }
    init(parameters: Parameters)
}

public struct BasicRequestContext: RequestContext {
    public let parameters: Parameters
    public init(parameters: Parameters) { self.parameters = parameters }
}

public struct Request: Sendable { var path: String }

public struct Response: Sendable { var body: String }

public protocol ResponseGenerator { var response: Response { get } }
extension String: ResponseGenerator { public var response: Response { Response(body: self) } }

public protocol MiddlewareProtocol<Input, Output, Context>: Sendable {
    associatedtype Input
    associatedtype Output
    associatedtype Context
    func handle(
        _ input: Input, context: Context, next: (Input, Context) async throws -> Output
    ) async throws -> Output
}

public protocol RouterMiddleware<Context>: MiddlewareProtocol where Input == Request, Output == Response {}

/// Not `Sendable`, as the real one is not.
public final class Router<Context: RequestContext> {
    typealias Handler = @Sendable (Request, Context) async throws -> Response
    var routes: [([Substring], Handler)] = []
    var middlewares: [any MiddlewareProtocol<Request, Response, Context>] = []

    public init(context: Context.Type = BasicRequestContext.self) {}

    @discardableResult
    public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
        middlewares.append(middleware)
        return self
    }

    @discardableResult
    public func get<Answer: ResponseGenerator & SendableMetatype>(
        _ path: String, use handler: @escaping @Sendable (Request, Context) async throws -> Answer
    ) -> Self {
        routes.append((path.split(separator: "/"), { try await handler($0, $1).response }))
        return self
    }
}

public struct BindAddress: Sendable {
    public static func hostname(_ host: String = "127.0.0.1", port: Int = 8080) -> BindAddress { BindAddress() }
}

public struct ApplicationConfiguration: Sendable {
    public init(address: BindAddress = .hostname()) {}
}

public struct Application<Context: RequestContext>: Service {
    private let routes: [([Substring], Router<Context>.Handler)]
    private let middlewares: [any MiddlewareProtocol<Request, Response, Context>]

    public init(
        router: Router<Context>, configuration: ApplicationConfiguration = ApplicationConfiguration(),
        logger: Logger? = nil
    ) {
        routes = router.routes
        middlewares = router.middlewares
    }

    public func run() async throws {
        Task.detached {
            while let line = readLine() { print(await answer(String(line.dropFirst(4)))); fflush(nil) }
        }
        let (ended, end) = AsyncStream<Void>.makeStream()
        await withGracefulShutdownHandler {
            for await _ in ended {}
        } onGracefulShutdown: {
            end.finish()
        }
    }

    private func answer(_ path: String) async -> String {
        let parts = path.split(separator: "/")
        for (pattern, handler) in routes where pattern.count == parts.count {
            var values: [String: String] = [:]
            let fits = zip(pattern, parts).allSatisfy { pattern, part in
                if pattern.hasPrefix(":") { values[String(pattern.dropFirst())] = String(part) }
                return pattern.hasPrefix(":") || pattern == part
            }
            guard fits else { continue }
            let context = Context(parameters: Parameters(values: values))
            do {
                return try await respond(Request(path: path), context, middlewares[...], handler).body
            } catch {
                return "500 \(error)"
            }
        }
        return "404"
    }

    private func respond(
        _ request: Request, _ context: Context,
        _ rest: ArraySlice<any MiddlewareProtocol<Request, Response, Context>>, _ handler: Router<Context>.Handler
    ) async throws -> Response {
        guard let first = rest.first else { return try await handler(request, context) }
        return try await first.handle(request, context: context) {
            try await respond($0, $1, rest.dropFirst(), handler)
        }
    }
}
