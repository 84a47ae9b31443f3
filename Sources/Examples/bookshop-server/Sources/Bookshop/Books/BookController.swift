import IOC
import Web

/// The controller of `/books`.
@Component
final class BookController: Controller {
    let books: BookRepository

    var routes: [Route] {
        [
            .get("/books", list), .post("/books", add), .get("/books/:id", show), .put("/books/:id", change),
            .delete("/books/:id", remove),
        ]
    }

    @Sendable private func list(_ request: Request) async throws -> Response {
        let limit: Int = try request.item("limit", default: 50)
        let offset: Int = try request.item("offset", default: 0)
        guard (1...500).contains(limit), offset >= 0 else {
            throw HTTPError(.badRequest, "'limit' goes from 1 to 500, 'offset' from 0")
        }
        return try .json(try await books.list(author: request.query["author"], limit: limit, offset: offset))
    }

    @Sendable private func show(_ request: Request) async throws -> Response {
        try .json(try await book(request.parameter("id")))
    }

    @Sendable private func add(_ request: Request) async throws -> Response {
        let draft: BookDraft = try request.json()
        try draft.validate()
        let id = try await books.insert(draft)
        return try .json(try await book(id), .created, headers: ["Location": "/books/\(id)"])
    }

    @Sendable private func change(_ request: Request) async throws -> Response {
        let id: Int = try request.parameter("id")
        let draft: BookDraft = try request.json()
        try draft.validate()
        guard try await books.update(id, draft) else { throw missing(id) }
        return try .json(try await book(id))
    }

    @Sendable private func remove(_ request: Request) async throws -> Response {
        let id: Int = try request.parameter("id")
        guard try await books.delete(id) else { throw missing(id) }
        return Response(.noContent)
    }

    private func book(_ id: Int) async throws -> Book {
        guard let book = try await books.find(id) else { throw missing(id) }
        return book
    }

    private func missing(_ id: Int) -> HTTPError { HTTPError(.notFound, "there is no book \(id)") }
}
