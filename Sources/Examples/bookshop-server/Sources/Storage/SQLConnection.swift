import CSQLite
import Synchronization

/// One connection to a SQLite database.
///
/// Every call blocks its thread until the database has answered. Statements are prepared once for each connection.
package final class SQLConnection: Sendable {
    private struct State: @unchecked Sendable {
        // Sound: reached under the mutex only.
        var handle: OpaquePointer?
        var statements: [String: OpaquePointer] = [:]
    }

    private let state: Mutex<State>
    private let path: String

    /// Opens a database, and makes one where there is none.
    /// - Parameters:
    ///   - path: The file, or `:memory:`.
    ///   - busyTimeout: The time to wait for another connection's lock.
    ///   - pragmas: Settings of the connection, such as `journal_mode = WAL`.
    /// - Throws: ``DatabaseError`` where it can't be opened, or is no database.
    package init(path: String, busyTimeout: Duration, pragmas: [String]) throws {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let reason = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
            sqlite3_close_v2(handle)
            throw DatabaseError(code: code, "can't open the database '\(path)': \(reason)")
        }
        sqlite3_extended_result_codes(handle, 1)
        let (seconds, attoseconds) = busyTimeout.components
        sqlite3_busy_timeout(handle, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
        // A connection is lent to one user at a time and locked here: SQLite's own mutex would be a second one.
        state = Mutex(State(handle: handle))
        self.path = path
        do {
            for pragma in pragmas { try script("PRAGMA \(pragma)") }
            // The first access tells whether the file is a database.
            _ = try query("SELECT count(*) FROM sqlite_schema") { try $0.column(0, as: Int.self) }
        } catch let error as DatabaseError {
            close()
            throw DatabaseError(code: error.code, "can't open the database '\(path)': \(error.description)")
        }
    }

    deinit { close() }

    /// Runs statements without parameters or results, separated by semicolons.
    package func script(_ text: String) throws {
        try state.withLock { state in
            let handle = try Self.handle(state, path)
            guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw Self.error(handle, text) }
        }
    }

    /// Runs a statement without a result.
    /// - Returns: The number of rows changed, and the last row's id.
    @discardableResult
    package func run(_ text: String, _ values: any SQLConvertible...) throws -> (changes: Int, rowID: Int) {
        try state.withLock { state in
            try Self.step(&state, path, text, values.map(\.sqlValue)) { _ in }
            return (Int(sqlite3_changes(state.handle)), Int(sqlite3_last_insert_rowid(state.handle)))
        }
    }

    /// Runs a statement and reads its rows.
    /// - Parameter read: Reads a row; it may not use the connection.
    package func query<Row: Sendable>(
        _ text: String, _ values: any SQLConvertible..., read: (borrowing SQLRow) throws -> Row
    ) throws -> [Row] {
        try state.withLock { state in
            var rows: [Row] = []
            try Self.step(&state, path, text, values.map(\.sqlValue)) { rows.append(try read($0)) }
            return rows
        }
    }

    /// Closes the connection; it can't be used any more.
    package func close() {
        state.withLock { state in
            for statement in state.statements.values { sqlite3_finalize(statement) }
            state.statements = [:]
            sqlite3_close_v2(state.handle)
            state.handle = nil
        }
    }

    // MARK: Statements

    private static func step(
        _ state: inout State, _ path: String, _ text: String, _ values: [SQLValue],
        row: (borrowing SQLRow) throws -> Void
    ) throws {
        let handle = try handle(state, path)
        let statement = try prepared(text, &state, handle)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(statement, place)
                case .integer(let number): sqlite3_bind_int64(statement, place, number)
                case .real(let number): sqlite3_bind_double(statement, place, number)
                case .text(let text): csqlite_bind_text(statement, place, text, Int32(text.utf8.count))
                }
            guard code == SQLITE_OK else { throw error(handle, text) }
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try row(SQLRow(statement: statement))
            case SQLITE_DONE: return
            default: throw error(handle, text)
            }
        }
    }

    private static func prepared(_ text: String, _ state: inout State, _ handle: OpaquePointer) throws -> OpaquePointer
    {
        if let known = state.statements[text] { return known }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(handle, text) }
        state.statements[text] = statement
        return statement
    }

    private static func handle(_ state: borrowing State, _ path: String) throws -> OpaquePointer {
        guard let handle = state.handle else {
            throw DatabaseError(code: SQLITE_MISUSE, "the connection to '\(path)' is closed")
        }
        return handle
    }

    private static func error(_ handle: OpaquePointer, _ text: String) -> DatabaseError {
        DatabaseError(
            code: sqlite3_extended_errcode(handle), "\(String(cString: sqlite3_errmsg(handle))), in: \(text)")
    }
}
