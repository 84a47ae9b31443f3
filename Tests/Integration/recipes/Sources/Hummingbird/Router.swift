// swift-format-ignore-file
// As Hummingbird 2, as far as the recipes need it.

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
    package struct Status: Equatable, Sendable {
        let code: Int
        package static var ok: Status { Status(code: 200) }
        package static var notFound: Status { Status(code: 404) }
        package static var serviceUnavailable: Status { Status(code: 503) }
    }
}

package struct Response: Sendable {
    package var status: HTTPResponse.Status
    var body: String
}

package protocol ResponseGenerator {
    func response(from request: Request, context: some RequestContext) throws -> Response
}

extension String: ResponseGenerator {
    package func response(from request: Request, context: some RequestContext) -> Response {
        Response(status: .ok, body: self)
    }
}

/// A body with a status, as `EditedResponse` is.
package struct EditedResponse<Generator: ResponseGenerator & Sendable>: ResponseGenerator, Sendable {
    let status: HTTPResponse.Status?
    let generator: Generator

    package init(status: HTTPResponse.Status? = nil, response: Generator) {
        self.status = status
        generator = response
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try generator.response(from: request, context: context)
        if let status { response.status = status }
        return response
    }
}

/// Not `Sendable`, as the real one is not.
package final class Router<Context: RequestContext> {
    package typealias Handler = @Sendable (Request, Context) async throws -> Response
    var routes: [([Substring], Handler)] = []

    package init(context: Context.Type = BasicRequestContext.self) {}

    @discardableResult
    package func get<Answer: ResponseGenerator & SendableMetatype>(
        _ path: String, use handler: @escaping @Sendable (Request, Context) async throws -> Answer
    ) -> Self {
        routes.append(
            (path.split(separator: "/"), { try await handler($0, $1).response(from: $0, context: $1) }))
        return self
    }
}

package struct BindAddress: Sendable {
    let port: Int
    package static func hostname(_ host: String = "127.0.0.1", port: Int = 8080) -> BindAddress {
        BindAddress(port: port)
    }
}

package struct ApplicationConfiguration: Sendable {
    let address: BindAddress
    package init(address: BindAddress = .hostname()) { self.address = address }
}
