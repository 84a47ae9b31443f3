import IOC
import Storage
import Synchronization

/// The operations of a transaction.
package enum TransactionMode: Sendable {
    case read, write
}

/// The one transaction of a request: begun when the first repository asks, ended by the ``UnitOfWork`` around it.
///
/// A request uses it from one task at a time.
@Component(.scope(.request))
final class RequestTransaction {
    @Autowired var database: Database

    private enum Phase {
        /// Outside of a unit of work.
        case closed
        case ready(TransactionMode)
        case beginning
        case active(SQLConnection, ConnectionPool)
    }

    private let phase = Mutex(Phase.closed)

    /// Lets it begin when somebody asks for its connection.
    func open(_ mode: TransactionMode) {
        phase.withLock { $0 = .ready(mode) }
    }

    /// The connection, in the transaction.
    /// - Throws: ``DatabaseError`` or ``PoolClosed`` where it can't begin, ``TransactionMisuse`` outside of a unit of work.
    func connection() async throws -> SQLConnection {
        let before = phase.withLock { phase in
            defer { if case .ready = phase { phase = .beginning } }
            return phase
        }
        switch before {
        case .active(let connection, _): return connection
        case .closed: throw TransactionMisuse(reason: "nobody has begun a unit of work")
        case .beginning: throw TransactionMisuse(reason: "two tasks of one request begin it at once")
        case .ready(let mode):
            do {
                let pool = try database.connections(for: mode)
                let connection = try await pool.borrow()
                do {
                    try connection.run(mode == .read ? "BEGIN" : "BEGIN IMMEDIATE")
                } catch {
                    pool.giveBack(connection)
                    throw error
                }
                phase.withLock { $0 = .active(connection, pool) }
                return connection
            } catch {
                phase.withLock { $0 = .ready(mode) }
                throw error
            }
        }
    }

    /// Makes what was written last; where that fails nothing was written.
    /// - Throws: ``DatabaseError``.
    func commit() throws {
        try end { connection in
            do {
                try connection.run("COMMIT")
            } catch {
                _ = try? connection.run("ROLLBACK")
                throw error
            }
        }
    }

    /// Undoes what was written.
    func rollBack() {
        // SQLite has rolled back by itself after some errors, and then says so.
        end { connection in _ = try? connection.run("ROLLBACK") }
    }

    private func end(_ body: (SQLConnection) throws -> Void) rethrows {
        let before = phase.withLock { phase in
            defer { phase = .closed }
            return phase
        }
        guard case .active(let connection, let pool) = before else { return }
        defer { pool.giveBack(connection) }
        try body(connection)
    }
}

/// A transaction used as it can't be.
struct TransactionMisuse: Error, CustomStringConvertible {
    let reason: String

    var description: String { "the request's transaction is not to be had: \(reason)" }
}
