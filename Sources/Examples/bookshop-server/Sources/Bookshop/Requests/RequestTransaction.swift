import IOC
import Storage
import Synchronization

/// The one transaction of a request. It begins when a repository first asks for its connection, and ``UnitOfWork`` ends
/// it.
///
/// Only one task of a request may use it at a time.
@Component(.scope(.request))
final class RequestTransaction {
    let database: any Database

    private enum Phase {
        /// No unit of work is running.
        case closed
        case ready(TransactionMode)
        case beginning
        case active(Transaction)
    }

    private let phase = Mutex(Phase.closed)

    /// Lets the transaction begin when its connection is first requested.
    func open(_ mode: TransactionMode) {
        phase.withLock { $0 = .ready(mode) }
    }

    /// Returns the connection. Begins the transaction if it has not begun.
    /// - Throws: ``DatabaseError`` or ``PoolClosed`` if the transaction can't begin; ``TransactionMisuse`` outside of a
    ///   unit of work, or if two tasks begin it at once.
    func connection() async throws -> any SQLConnection {
        let before = phase.withLock { phase in
            defer { if case .ready = phase { phase = .beginning } }
            return phase
        }
        switch before {
        case .active(let transaction): return transaction.connection
        case .closed: throw TransactionMisuse(reason: "no unit of work has begun")
        case .beginning: throw TransactionMisuse(reason: "two tasks of one request begin it at once")
        case .ready(let mode):
            do {
                let transaction = try await database.begin(mode)
                phase.withLock { $0 = .active(transaction) }
                return transaction.connection
            } catch {
                phase.withLock { $0 = .ready(mode) }
                throw error
            }
        }
    }

    /// Commits the changes. If the database refuses them, nothing was written.
    /// - Throws: ``DatabaseError``. If the connection was lost during the commit, it is unknown whether the changes
    ///   were written.
    func commit() async throws { try await end()?.commit() }

    /// Undoes the changes.
    func rollBack() async { await end()?.rollBack() }

    /// Ends the unit of work.
    /// - Returns: The transaction, or nil if it has not begun.
    private func end() -> Transaction? {
        let before = phase.withLock { phase in
            defer { phase = .closed }
            return phase
        }
        guard case .active(let transaction) = before else { return nil }
        return transaction
    }
}

/// The error for a wrong use of a request's transaction.
struct TransactionMisuse: Error, CustomStringConvertible {
    let reason: String

    var description: String { "the request's transaction is not to be had: \(reason)" }
}
