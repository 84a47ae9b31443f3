/// One connection to a database, lent to one user at a time.
///
/// Parameters are written `$1`, `$2`, …, which all databases here accept. `$1` must appear before `$2`, and so on,
/// because SQLite numbers them by their first appearance.
package protocol SQLConnection: Sendable {
    /// True until the connection is closed or lost. A closed or lost connection can't be used.
    var isOpen: Bool { get async }

    /// Begins a transaction.
    func begin(_ mode: TransactionMode) async throws

    /// Commits the changes.
    /// - Throws: ``DatabaseError`` if the database refuses the changes, or if the connection is lost. After a loss it
    ///   is unknown whether the changes were written.
    func commit() async throws

    /// Undoes the changes.
    func rollBack() async

    /// Runs statements without parameters or results, separated by semicolons.
    func script(_ text: String) async throws

    /// Runs a statement, which is prepared once for each connection.
    func execute(_ text: String, _ values: [SQLValue]) async throws -> SQLResult

    /// Closes the connection, which can't be used afterwards.
    func close() async
}

/// The mode of a transaction, which only reads, or also writes.
package enum TransactionMode: Sendable {
    case read, write
}

/// The result of a statement.
package struct SQLResult: Sendable {
    /// The rows that the statement returned.
    package let rows: [SQLRow]
    /// The number of rows that the statement changed.
    package let changes: Int

    package init(rows: [SQLRow], changes: Int) {
        self.rows = rows
        self.changes = changes
    }
}

extension SQLConnection {
    /// Runs a statement without a result.
    /// - Returns: The number of rows that the statement changed.
    @discardableResult
    package func run(_ text: String, _ values: any SQLConvertible...) async throws -> Int {
        try await execute(text, values.map(\.sqlValue)).changes
    }

    /// Runs a statement and reads its rows.
    /// - Parameter read: Reads a row.
    package func query<Row>(
        _ text: String, _ values: any SQLConvertible..., read: (SQLRow) throws -> Row
    ) async throws -> [Row] {
        try await execute(text, values.map(\.sqlValue)).rows.map(read)
    }
}
