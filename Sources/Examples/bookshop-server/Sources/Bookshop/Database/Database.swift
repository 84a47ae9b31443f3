package import Storage

/// The shop's database, which begins transactions.
package protocol Database: Sendable {
    /// The steps that create the shop's tables in this database.
    var schema: Schema { get }

    /// The time to wait for the locks of other transactions, and to repeat work that conflicts with them.
    var busyTimeout: Duration { get }

    /// Begins a transaction.
    /// - Throws: ``DatabaseError`` or ``PoolClosed`` if it can't begin.
    func begin(_ mode: TransactionMode) async throws -> Transaction
}

extension Database {
    /// Runs work in its own transaction, and repeats it after a conflict. All of the work happens, or nothing.
    /// - Throws: The error of the work, or of the transaction.
    package func transact<Result>(
        _ mode: TransactionMode, _ work: (any SQLConnection) async throws -> Result
    ) async throws -> Result {
        try await retryingConflicts(for: busyTimeout) {
            let transaction = try await begin(mode)
            let result: Result
            do {
                result = try await work(transaction.connection)
            } catch {
                await transaction.rollBack()
                throw error
            }
            try await transaction.commit()
            return result
        }
    }
}
