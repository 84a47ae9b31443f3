/// Runs a transaction, and repeats it if the database has undone it because of a conflict with another transaction.
///
/// The pauses are random, so that two transactions that conflicted don't conflict again.
/// - Parameters:
///   - timeout: The time in which to repeat the work. After that, the conflict is thrown.
///   - work: A transaction from its beginning to its end.
/// - Throws: The error of the work.
package func retryingConflicts<Result>(
    for timeout: Duration, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
) async throws -> Result {
    let end = ContinuousClock.now + timeout
    var longest = 2
    while true {
        do {
            return try await work()
        } catch let error as DatabaseError where error.kind == .conflict && ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...longest)))
            longest = min(longest * 2, 64)
        }
    }
}
