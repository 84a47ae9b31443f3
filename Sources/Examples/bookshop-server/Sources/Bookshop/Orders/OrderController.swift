import IOC
import Web

/// The controller of `/orders`.
@Component
final class OrderController: Controller {
    let orders: OrderRepository
    let books: BookRepository
    let discount: any DiscountPolicy

    var routes: [Route] {
        [.post("/orders", place), .get("/orders", search), .get("/orders/:id", show)]
    }

    /// Takes the copies first, and then writes the order. If writing fails, the transaction gives the copies back.
    @Sendable private func place(_ request: Request) async throws -> Response {
        let draft: OrderDraft = try request.json()
        try draft.validate()
        guard let book = try await books.find(draft.book) else {
            throw HTTPError(.notFound, "there is no book \(draft.book)")
        }
        guard try await books.take(draft.quantity, of: book.id) else {
            throw HTTPError(.conflict, "there are \(book.stock) copies of book \(book.id), not \(draft.quantity)")
        }
        let total = discount.total(of: draft.quantity, at: book.price)
        let id = try await orders.insert(draft, total: total)
        return try .json(try await order(id), .created, headers: ["Location": "/orders/\(id)"])
    }

    @Sendable private func search(_ request: Request) async throws -> Response {
        guard let reference = request.query["reference"] else {
            throw HTTPError(.badRequest, "say which: /orders?reference=…")
        }
        return try .json(try await orders.find(reference: reference))
    }

    @Sendable private func show(_ request: Request) async throws -> Response {
        try .json(try await order(request.parameter("id")))
    }

    private func order(_ id: Int) async throws -> Order {
        guard let order = try await orders.find(id) else { throw HTTPError(.notFound, "there is no order \(id)") }
        return order
    }
}
