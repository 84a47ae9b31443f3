import IOC
import Storage

/// Keeps the one summary, in the transaction of the request scope.
@Component
final class SummaryRepository {
    @Autowired var transaction: Provider<RequestTransaction>

    func latest() async throws -> Summary? {
        let connection = try await transaction().connection()
        return try connection.query("SELECT books, stock, orders, copies, revenue, written FROM summary") { row in
            try Summary(
                books: row.column(0), stock: row.column(1), orders: row.column(2), copies: row.column(3),
                revenue: row.column(4), written: row.column(5))
        }.first
    }

    func refresh() async throws {
        let connection = try await transaction().connection()
        try connection.run(
            """
            INSERT OR REPLACE INTO summary (id, books, stock, orders, copies, revenue, written)
            SELECT 1, (SELECT count(*) FROM books), (SELECT coalesce(sum(stock), 0) FROM books), count(*),
                coalesce(sum(quantity), 0), coalesce(sum(total), 0), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
            FROM orders
            """)
    }
}
