import CPostgreSQL
package import Storage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One connection to a PostgreSQL server.
///
/// Every call blocks until the server has answered. The actor runs on its own queue, so it blocks no thread of Swift.
package actor PostgreSQLConnection: SQLConnection {
    private let executor: BlockingExecutor
    private let settings: PostgreSQLSettings
    private var session: Session?
    /// The names of the statements that the server has prepared.
    private var statements: [String: String] = [:]

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Connects to a server.
    /// - Throws: ``DatabaseError`` if the server can't be reached, or rejects the login.
    package static func open(_ settings: PostgreSQLSettings) async throws -> PostgreSQLConnection {
        let connection = PostgreSQLConnection(settings)
        try await connection.connect()
        return connection
    }

    private init(_ settings: PostgreSQLSettings) {
        self.settings = settings
        executor = BlockingExecutor("bookshop.postgresql")
    }

    private func connect() throws {
        let session = try Session(settings.parameters)
        guard PQstatus(session.pointer) == CONNECTION_OK else {
            throw DatabaseError(.unreachable, session.message)
        }
        self.session = session
    }

    package var isOpen: Bool { session != nil }

    package func close() { session = nil }

    // MARK: Transactions

    package func begin(_ mode: TransactionMode) throws {
        try script("BEGIN ISOLATION LEVEL \(settings.isolation.rawValue) \(mode == .read ? "READ ONLY" : "READ WRITE")")
    }

    package func commit() throws {
        // After a failed statement, the server turns a COMMIT into a ROLLBACK and still reports success.
        guard try perform("COMMIT", { PQexec($0, "COMMIT") }).command == "COMMIT" else {
            throw DatabaseError(.other, "the transaction was undone instead, as a statement in it had failed")
        }
    }

    package func rollBack() {
        // If this fails, the connection is lost, and the server rolls back by itself.
        try? script("ROLLBACK")
    }

    // MARK: Statements

    package func script(_ text: String) throws {
        _ = try perform(text) { PQexec($0, text) }
    }

    package func execute(_ text: String, _ values: [SQLValue]) throws -> SQLResult {
        let name = try prepared(text)
        let texts = try values.map(Self.text)
        let copies = texts.map { $0.flatMap { strdup($0) } }
        defer { for copy in copies { free(copy) } }
        let outcome = try perform(text) { pointer in
            copies.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                PQexecPrepared(pointer, name, Int32(values.count), values.baseAddress, nil, nil, 0)
            }
        }
        return outcome.result
    }

    private func prepared(_ text: String) throws -> String {
        if let known = statements[text] { return known }
        let name = "s\(statements.count)"
        // The server infers the types of the parameters from the statement.
        _ = try perform(text) { PQprepare($0, name, text, 0, nil) }
        statements[text] = name
        return name
    }

    /// Sends a statement to the server, and closes the session if the connection is lost.
    private func perform(_ text: String, _ call: (OpaquePointer) -> OpaquePointer?) throws -> Outcome {
        guard let session else {
            throw DatabaseError(.unreachable, "the connection to \(settings.host):\(settings.port) is closed or lost")
        }
        guard let answer = call(session.pointer) else {
            throw DatabaseError(.other, "\(session.message), in: \(text)")
        }
        defer { PQclear(answer) }
        let status = PQresultStatus(answer)
        if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return Outcome(answer) }
        let code = PQresultErrorField(answer, CPOSTGRESQL_SQLSTATE).map { String(cString: $0) } ?? ""
        let kind = PQstatus(session.pointer) == CONNECTION_OK ? Self.kind(code) : .unreachable
        // A server that shuts down reports that, and then closes the connection.
        if kind == .unreachable { close() }
        throw DatabaseError(kind, "\(session.message), in: \(text)")
    }

    /// Returns the kind of error for an SQLSTATE.
    private static func kind(_ code: String) -> DatabaseError.Kind {
        switch code {
        case "23505": .duplicate
        case "23503": .brokenReference
        case "40001", "40P01": .conflict
        case "55P03", "57014": .busy
        case "57P01", "57P02", "57P03": .unreachable
        default: code.hasPrefix("08") ? .unreachable : .other
        }
    }

    /// Returns the text of a value as the server reads it; nil for NULL.
    private static func text(_ value: SQLValue) throws -> String? {
        switch value {
        case .null: return nil
        case .integer(let number): return "\(number)"
        case .real(let number): return "\(number)"
        case .text(let text):
            // The text would end at the NUL, because a C string has no length.
            guard !text.utf8.contains(0) else { throw DatabaseError(.other, "PostgreSQL stores no text with a NUL") }
            return text
        }
    }
}
