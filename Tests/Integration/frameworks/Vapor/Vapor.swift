// swift-format-ignore-file
// As Vapor 4, as far as the example needs it. Requests are lines of standard input: `GET /path`.

import Foundation

package struct Environment: Sendable {
    package init(name: String, arguments: [String] = CommandLine.arguments) {}
}

package struct Parameters: Sendable {
    struct Missing: Error {}
    var values: [String: String]
    package func require(_ name: String) throws -> String {
        guard let value = values[name] else { throw Missing() }
        return value
    }
}

package final class Request: Sendable {
    package let parameters: Parameters
    init(_ parameters: Parameters) { self.parameters = parameters }
}

package struct HTTPResponseStatus: Sendable, Equatable {
    let code: Int
    package static var ok: HTTPResponseStatus { HTTPResponseStatus(code: 200) }
    package static var serviceUnavailable: HTTPResponseStatus { HTTPResponseStatus(code: 503) }
}

package final class Response: Sendable {
    package struct Body: Sendable {
        let text: String
        package init(string: String) { text = string }
    }
    let status: HTTPResponseStatus
    let body: String
    package init(status: HTTPResponseStatus = .ok, body: Body) {
        self.status = status
        self.body = body.text
    }
    init(_ body: String) {
        status = .ok
        self.body = body
    }
}
extension Response: AsyncResponseEncodable { package var encoded: Response { self } }

package protocol AsyncResponder: Sendable {
    func respond(to request: Request) async throws -> Response
}

package protocol AsyncMiddleware: Sendable {
    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response
}

package protocol AsyncResponseEncodable { var encoded: Response { get } }
extension String: AsyncResponseEncodable { package var encoded: Response { Response(self) } }

package protocol RoutesBuilder {
    func add(_ path: [String], _ handler: @escaping @Sendable (Request) async throws -> Response)
}

extension RoutesBuilder {
    package func get<Answer: AsyncResponseEncodable & SendableMetatype>(
        _ path: String..., use closure: @Sendable @escaping (Request) async throws -> Answer
    ) { add(path) { try await closure($0).encoded } }

    package func register(collection: any RouteCollection) throws { try collection.boot(routes: self) }
}

package protocol RouteCollection {
    func boot(routes: any RoutesBuilder) throws
}

package final class Application: RoutesBuilder, @unchecked Sendable {
    // Sound enough for a stand-in: it is set up before it starts.
    package final class HTTP: @unchecked Sendable {
        package final class Server: @unchecked Sendable {
            package struct Configuration: Sendable {
                package var hostname = "127.0.0.1"
                package var port = 8080
            }
            package var configuration = Configuration()
        }
        package let server = Server()
    }
    package final class Middlewares: @unchecked Sendable {
        var all: [any AsyncMiddleware] = []
        package func use(_ middleware: any AsyncMiddleware) { all.append(middleware) }
    }
    package let http = HTTP()
    package let middleware = Middlewares()
    private var routes: [([String], @Sendable (Request) async throws -> Response)] = []

    package static func make(_ environment: Environment) async throws -> Application { Application() }

    package func add(_ path: [String], _ handler: @escaping @Sendable (Request) async throws -> Response) {
        routes.append((path, handler))
    }

    package func startup() async throws {
        Task.detached { [self] in
            while let line = readLine() { say(await answer(String(line.dropFirst(4)))) }
        }
    }

    package func asyncShutdown() async throws { say("shut down") }

    private struct Link: AsyncResponder {
        let answer: @Sendable (Request) async throws -> Response
        func respond(to request: Request) async throws -> Response { try await answer(request) }
    }

    private func answer(_ path: String) async -> String {
        let parts = path.split(separator: "/").map(String.init)
        for (pattern, handler) in routes where pattern.count == parts.count {
            var values: [String: String] = [:]
            let fits = zip(pattern, parts).allSatisfy { pattern, part in
                if pattern.hasPrefix(":") { values[String(pattern.dropFirst())] = part }
                return pattern.hasPrefix(":") || pattern == part
            }
            guard fits else { continue }
            var responder: any AsyncResponder = Link(answer: handler)
            for middleware in middleware.all.reversed() {
                responder = Link { [next = responder] in try await middleware.respond(to: $0, chainingTo: next) }
            }
            do {
                return try await responder.respond(to: Request(Parameters(values: values))).body
            } catch {
                return "500 \(error)"
            }
        }
        return "404"
    }
}

/// Writes a line at once; `fflush(nil)` would wait for the thread that reads standard input.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
