import IOC
import Storage
import Web

/// A store of orders, in the transaction of the request.
@Component
final class OrderRepository {
    let transaction: Provider<RequestTransaction>
    let request: Provider<RequestContext>

    private static let columns = "id, reference, book, quantity, total, request, placed"

    func find(_ id: Int) async throws -> Order? {
        let connection = try await transaction().connection()
        return try await connection.query("SELECT \(Self.columns) FROM orders WHERE id = $1", id, read: Self.order)
            .first
    }

    func find(reference: String) async throws -> [Order] {
        let connection = try await transaction().connection()
        return try await connection.query(
            "SELECT \(Self.columns) FROM orders WHERE reference = $1", reference, read: Self.order)
    }

    /// Inserts an order.
    /// - Returns: The new order's id.
    /// - Throws: ``HTTPError`` with 409 if an order with the reference exists.
    func insert(_ draft: OrderDraft, total: Int) async throws -> Int {
        let connection = try await transaction().connection()
        do {
            return try await connection.query(
                """
                INSERT INTO orders (reference, book, quantity, total, request) VALUES ($1, $2, $3, $4, $5) RETURNING id
                """, draft.reference, draft.book, draft.quantity, total, request().id
            ) { try $0.column(0) }[0]
        } catch let error as DatabaseError where error.kind == .duplicate {
            throw HTTPError(.conflict, "there is an order with the reference \(draft.reference)")
        }
    }

    private static func order(_ row: SQLRow) throws -> Order {
        try Order(
            id: row.column(0), reference: row.column(1), book: row.column(2), quantity: row.column(3),
            total: row.column(4), request: row.column(5), placed: row.column(6))
    }
}
