import IOC
import Storage

/// A unit of work, which runs in the transaction of its request scope. All of the work happens, or nothing.
@Component
final class UnitOfWork {
    let database: any Database
    let transaction: Provider<RequestTransaction>

    /// Runs work and commits its changes, or undoes them if the work throws. If the changes conflict with those of
    /// another transaction, all of the work is repeated.
    /// - Throws: The error of the work, or of the commit.
    func perform<Result>(
        _ mode: TransactionMode, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
    ) async throws -> Result {
        let transaction = try transaction()
        return try await retryingConflicts(for: database.busyTimeout) {
            transaction.open(mode)
            let result: Result
            do {
                result = try await work()
            } catch {
                await transaction.rollBack()
                throw error
            }
            try await transaction.commit()
            return result
        }
    }
}
