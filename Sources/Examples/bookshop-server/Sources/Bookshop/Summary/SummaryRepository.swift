import IOC
import Storage

/// A store of the one summary, in the transaction of the request scope.
@Component
final class SummaryRepository {
    let transaction: Provider<RequestTransaction>

    func latest() async throws -> Summary? {
        let connection = try await transaction().connection()
        return try await connection.query("SELECT books, stock, orders, copies, revenue, written FROM summary") { row in
            try Summary(
                books: row.column(0), stock: row.column(1), orders: row.column(2), copies: row.column(3),
                revenue: row.column(4), written: row.column(5))
        }.first
    }

    func refresh() async throws {
        let connection = try await transaction().connection()
        try await connection.run(
            """
            INSERT INTO summary (id, written, books, stock, orders, copies, revenue)
            SELECT 1, CAST($1 AS TEXT), (SELECT count(*) FROM books), (SELECT coalesce(sum(stock), 0) FROM books),
                count(*), coalesce(sum(quantity), 0), coalesce(sum(total), 0)
            FROM orders WHERE true
            ON CONFLICT (id) DO UPDATE SET written = excluded.written, books = excluded.books, stock = excluded.stock,
                orders = excluded.orders, copies = excluded.copies, revenue = excluded.revenue
            """, Timestamp.now)
    }
}
