/// One kind of request that a server answers: a method, a path with parameters, and a handler.
package struct Route: Sendable {
    /// A function that answers a request.
    package typealias Handler = @Sendable (Request) async throws -> Response

    package let method: String
    /// The path's pattern. A part that begins with a colon is a parameter.
    package let pattern: String
    package let handler: Handler

    package init(_ method: String, _ pattern: String, _ handler: @escaping Handler) {
        self.method = method
        self.pattern = pattern
        self.handler = handler
    }

    package static func get(_ pattern: String, _ handler: @escaping Handler) -> Route {
        Route("GET", pattern, handler)
    }

    package static func post(_ pattern: String, _ handler: @escaping Handler) -> Route {
        Route("POST", pattern, handler)
    }

    package static func put(_ pattern: String, _ handler: @escaping Handler) -> Route {
        Route("PUT", pattern, handler)
    }

    package static func delete(_ pattern: String, _ handler: @escaping Handler) -> Route {
        Route("DELETE", pattern, handler)
    }
}
