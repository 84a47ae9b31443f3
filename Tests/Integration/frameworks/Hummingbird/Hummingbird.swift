// swift-format-ignore-file
// As Hummingbird 2, as far as the example needs it. Requests are lines of standard input: `GET /path`.

import Foundation
package import Logging
package import ServiceLifecycle

package struct Parameters: Sendable {
    struct Missing: Error {}
    var values: [String: String]
    package func require(_ name: String) throws -> String {
        guard let value = values[name] else { throw Missing() }
        return value
    }
}

package protocol RequestContext: Sendable {
    var parameters: Parameters { get }
    init(parameters: Parameters)
}

package struct BasicRequestContext: RequestContext {
    package let parameters: Parameters
    package init(parameters: Parameters) { self.parameters = parameters }
}

package struct Request: Sendable { var path: String }

package struct HTTPResponse: Sendable {
    package struct Status: Sendable, Equatable {
        let code: Int
        package static var ok: Status { Status(code: 200) }
        package static var serviceUnavailable: Status { Status(code: 503) }
    }
}

package struct Response: Sendable {
    var status = HTTPResponse.Status.ok
    var body: String
}

package protocol ResponseGenerator { var response: Response { get } }
extension String: ResponseGenerator { package var response: Response { Response(body: self) } }

package struct EditedResponse<Generator: ResponseGenerator>: ResponseGenerator {
    var status: HTTPResponse.Status?
    var responseGenerator: Generator
    package init(status: HTTPResponse.Status? = nil, response: Generator) {
        self.status = status
        responseGenerator = response
    }
    package var response: Response {
        let response = responseGenerator.response
        return Response(status: status ?? response.status, body: response.body)
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

/// Not `Sendable`, as the real one is not.
package final class Router<Context: RequestContext> {
    typealias Handler = @Sendable (Request, Context) async throws -> Response
    var routes: [([Substring], Handler)] = []
    var middlewares: [any MiddlewareProtocol<Request, Response, Context>] = []

    package init(context: Context.Type = BasicRequestContext.self) {}

    @discardableResult
    package func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
        middlewares.append(middleware)
        return self
    }

    @discardableResult
    package func get<Answer: ResponseGenerator & SendableMetatype>(
        _ path: String, use handler: @escaping @Sendable (Request, Context) async throws -> Answer
    ) -> Self {
        routes.append((path.split(separator: "/"), { try await handler($0, $1).response }))
        return self
    }
}

package struct BindAddress: Sendable {
    package static func hostname(_ host: String = "127.0.0.1", port: Int = 8080) -> BindAddress { BindAddress() }
}

package struct ApplicationConfiguration: Sendable {
    package init(address: BindAddress = .hostname()) {}
}

package struct Application<Context: RequestContext>: Service {
    private let routes: [([Substring], Router<Context>.Handler)]
    private let middlewares: [any MiddlewareProtocol<Request, Response, Context>]

    package init(
        router: Router<Context>, configuration: ApplicationConfiguration = ApplicationConfiguration(),
        logger: Logger? = nil
    ) {
        routes = router.routes
        middlewares = router.middlewares
    }

    package func run() async throws {
        Task.detached {
            while let line = readLine() { say(await answer(String(line.dropFirst(4)))) }
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

/// Writes a line at once; `fflush(nil)` would wait for the thread that reads standard input.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
