import Testing

@testable import Web

@Suite struct RouterTests {
    private func router(_ routes: (String, String)...) throws -> Router {
        try Router(routes.map { method, pattern in Route(method, pattern) { _ in .text(pattern) } })
    }

    @Test("A path's own part wins over a parameter, wherever the route stands")
    func exactPartsWin() async throws {
        let router = try router(("GET", "/books/:id"), ("GET", "/books/new"), ("GET", "/:kind/new"))
        let response = try await router.answer(Request("GET", "/books/new"))
        #expect(String(decoding: response.body, as: UTF8.self) == "/books/new")
    }

    @Test("A parameter is handed to the route by name")
    func parameters() async throws {
        let router = try Router([
            .get("/books/:id/pages/:page") { request in
                .text("\(try request.parameter("id", as: Int.self))-\(try request.parameter("page", as: Int.self))")
            }
        ])
        let response = try await router.answer(Request("GET", "/books/7/pages/12/"))
        #expect(String(decoding: response.body, as: UTF8.self) == "7-12")
    }

    @Test("A parameter of another type is a bad request that names it")
    func parameterOfAnotherType() async throws {
        let router = try Router([.get("/books/:id") { .text("\(try $0.parameter("id", as: Int.self))") }])
        let error = await #expect(throws: HTTPError.self) { try await router.answer(Request("GET", "/books/seven")) }
        #expect(error?.status == .badRequest)
        #expect(error?.message == "'id' is 'seven', which is no Int")
    }

    @Test("A path without a route is not found")
    func notFound() async throws {
        let router = try router(("GET", "/books"))
        for path in ["/", "/book", "/books/1", "//"] {
            let error = await #expect(throws: HTTPError.self) { try await router.answer(Request("GET", path)) }
            #expect(error?.status == .notFound)
        }
    }

    @Test("A path of another method says which methods it takes")
    func methodNotAllowed() async throws {
        let router = try router(("GET", "/books"), ("POST", "/books"))
        let error = await #expect(throws: HTTPError.self) { try await router.answer(Request("DELETE", "/books")) }
        #expect(error?.status == .methodNotAllowed)
        #expect(error?.headers["Allow"] == "GET, HEAD, POST")
    }

    @Test("HEAD is answered by the route of GET")
    func head() async throws {
        let response = try await router(("GET", "/books")).answer(Request("HEAD", "/books"))
        #expect(response.status == .ok)
    }

    @Test("Two routes that answer the same paths are refused, whatever their parameters are called")
    func conflict() {
        #expect {
            try router(("GET", "/books/:id"), ("GET", "/books/:isbn"))
        } throws: { error in
            "\(error)".contains("/books/:id and /books/:isbn")
        }
    }
}
