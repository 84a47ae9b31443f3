import IOC
import Storage
import Web

/// A store of books, in the transaction of the request.
@Component
final class BookRepository {
    let transaction: Provider<RequestTransaction>

    private static let columns = "id, isbn, title, author, price, stock"

    func find(_ id: Int) async throws -> Book? {
        let connection = try await transaction().connection()
        return try await connection.query("SELECT \(Self.columns) FROM books WHERE id = $1", id, read: Self.book).first
    }

    /// Returns one page of the books, ordered by title.
    func list(author: String?, limit: Int, offset: Int) async throws -> [Book] {
        let connection = try await transaction().connection()
        return try await connection.query(
            """
            SELECT \(Self.columns) FROM books WHERE CAST($1 AS TEXT) IS NULL OR author = $1
            ORDER BY title, id LIMIT $2 OFFSET $3
            """, author, limit, offset, read: Self.book)
    }

    /// Inserts a book.
    /// - Returns: The new book's id.
    /// - Throws: ``HTTPError`` with 409 if a book with the ISBN exists.
    func insert(_ draft: BookDraft) async throws -> Int {
        let connection = try await transaction().connection()
        return try await Self.unique(draft.isbn) {
            try await connection.query(
                "INSERT INTO books (isbn, title, author, price, stock) VALUES ($1, $2, $3, $4, $5) RETURNING id",
                draft.isbn, draft.title, draft.author, draft.price, draft.stock ?? 0
            ) { try $0.column(0) }[0]
        }
    }

    /// Replaces the values of a book.
    /// - Returns: True if a book with the id exists.
    /// - Throws: ``HTTPError`` with 409 if another book has the ISBN.
    func update(_ id: Int, _ draft: BookDraft) async throws -> Bool {
        let connection = try await transaction().connection()
        return try await Self.unique(draft.isbn) {
            try await connection.run(
                """
                UPDATE books SET isbn = $1, title = $2, author = $3, price = $4, stock = coalesce($5, stock)
                WHERE id = $6
                """, draft.isbn, draft.title, draft.author, draft.price, draft.stock, id) > 0
        }
    }

    /// Deletes a book.
    /// - Returns: True if a book with the id existed.
    /// - Throws: ``HTTPError`` with 409 if the book was ordered.
    func delete(_ id: Int) async throws -> Bool {
        let connection = try await transaction().connection()
        do {
            return try await connection.run("DELETE FROM books WHERE id = $1", id) > 0
        } catch let error as DatabaseError where error.kind == .brokenReference {
            throw HTTPError(.conflict, "book \(id) was ordered; it has to stay")
        }
    }

    /// Takes copies of a book from the stock.
    /// - Returns: True if there were enough copies.
    func take(_ quantity: Int, of id: Int) async throws -> Bool {
        let connection = try await transaction().connection()
        return try await connection.run(
            "UPDATE books SET stock = stock - $1 WHERE id = $2 AND stock >= $1", quantity, id) > 0
    }

    private static func unique<Result>(_ isbn: String, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as DatabaseError where error.kind == .duplicate {
            throw HTTPError(.conflict, "there is a book with the ISBN \(isbn)")
        }
    }

    private static func book(_ row: SQLRow) throws -> Book {
        try Book(
            id: row.column(0), isbn: row.column(1), title: row.column(2), author: row.column(3), price: row.column(4),
            stock: row.column(5))
    }
}
