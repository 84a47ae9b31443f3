import CSQLite
package import Storage
import Synchronization

/// One connection to a SQLite database.
///
/// Every call blocks its thread until the database has answered. Each statement is prepared once for each connection.
package final class SQLiteConnection: SQLConnection {
    private struct State: @unchecked Sendable {
        // Sound: accessed under the mutex only.
        var handle: OpaquePointer?
        var statements: [String: OpaquePointer] = [:]
    }

    private let state: Mutex<State>
    private let path: String

    /// Opens a database, and creates it if it does not exist.
    /// - Parameters:
    ///   - path: The file, or `:memory:`.
    ///   - busyTimeout: The time to wait for another connection's lock.
    ///   - pragmas: Settings of the connection, such as `journal_mode = WAL`.
    /// - Throws: ``DatabaseError`` if it can't be opened, or is not a database.
    package init(path: String, busyTimeout: Duration, pragmas: [String]) throws {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let reason = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
            sqlite3_close_v2(handle)
            throw DatabaseError(Self.kind(code), "can't open the database '\(path)': \(reason)")
        }
        sqlite3_extended_result_codes(handle, 1)
        let (seconds, attoseconds) = busyTimeout.components
        sqlite3_busy_timeout(handle, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
        // A connection has one user at a time and is locked here, so SQLite's own mutex is not needed.
        state = Mutex(State(handle: handle))
        self.path = path
        do {
            for pragma in pragmas { try script("PRAGMA \(pragma)") }
            // The first access shows whether the file is a database.
            _ = try execute("SELECT count(*) FROM sqlite_schema", [])
        } catch let error as DatabaseError {
            close()
            throw DatabaseError(error.kind, "can't open the database '\(path)': \(error.description)")
        }
    }

    deinit { close() }

    package var isOpen: Bool { state.withLock { $0.handle != nil } }

    /// Begins a transaction. A transaction that writes waits here until no other transaction writes, instead of at its
    /// first write.
    package func begin(_ mode: TransactionMode) throws {
        _ = try execute(mode == .read ? "BEGIN" : "BEGIN IMMEDIATE", [])
    }

    package func commit() throws { _ = try execute("COMMIT", []) }

    package func rollBack() {
        // After some errors, SQLite has already rolled back. Then this statement fails.
        _ = try? execute("ROLLBACK", [])
    }

    package func script(_ text: String) throws {
        try state.withLock { state in
            let handle = try Self.handle(state, path)
            guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw Self.error(handle, text) }
        }
    }

    package func execute(_ text: String, _ values: [SQLValue]) throws -> SQLResult {
        try state.withLock { state in
            let rows = try Self.step(&state, path, text, values)
            return SQLResult(rows: rows, changes: Int(sqlite3_changes(state.handle)))
        }
    }

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
        _ state: inout State, _ path: String, _ text: String, _ values: [SQLValue]
    ) throws -> [SQLRow] {
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
        let columns = 0..<sqlite3_column_count(statement)
        let names = columns.map { index in sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "" }
        var rows: [SQLRow] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append(SQLRow(names: names, values: columns.map { value(statement, $0) }))
            case SQLITE_DONE: return rows
            default: throw error(handle, text)
            }
        }
    }

    private static func value(_ statement: OpaquePointer, _ index: Int32) -> SQLValue {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
        case SQLITE_NULL: .null
        default:
            // Uses the length, because a text may contain a NUL.
            .text(
                String(
                    decoding: UnsafeBufferPointer(
                        start: sqlite3_column_text(statement, index),
                        count: Int(sqlite3_column_bytes(statement, index))), as: UTF8.self))
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
            throw DatabaseError(.other, "the connection to '\(path)' is closed")
        }
        return handle
    }

    private static func error(_ handle: OpaquePointer, _ text: String) -> DatabaseError {
        DatabaseError(
            kind(sqlite3_extended_errcode(handle)), "\(String(cString: sqlite3_errmsg(handle))), in: \(text)")
    }

    private static func kind(_ code: Int32) -> DatabaseError.Kind {
        switch code {
        case CSQLITE_CONSTRAINT_UNIQUE, CSQLITE_CONSTRAINT_PRIMARYKEY: .duplicate
        case CSQLITE_CONSTRAINT_FOREIGNKEY: .brokenReference
        case _ where code & 0xff == SQLITE_BUSY || code & 0xff == SQLITE_LOCKED: .busy
        default: .other
        }
    }
}
