import IOC

/// Runs work in the transaction of its request scope: all of it happens, or nothing.
@Component
final class UnitOfWork {
    @Autowired var transaction: Provider<RequestTransaction>

    /// Commits what the work has written, or undoes it where the work throws.
    /// - Throws: The error of the work, or of the commit.
    func perform<Result>(
        _ mode: TransactionMode, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
    ) async throws -> Result {
        let transaction = try transaction()
        transaction.open(mode)
        let result: Result
        do {
            result = try await work()
        } catch {
            transaction.rollBack()
            throw error
        }
        try transaction.commit()
        return result
    }
}
