import IOCBase
import Testing

/// What is thrown where something that a test waits for never comes.
struct NeverCame: Error, CustomStringConvertible {
    let what: String
    var description: String { "never came: \(what)" }
}

/// The limits of waits, which are reached only where what is waited for never comes.
enum Patience {
    /// How many turns of a millisecond a task waits: where the machine is busy, they take longer, as the work does.
    static let turns = 60_000
    /// How many seconds a thread waits: more than all tests take under a sanitizer, as the task that ends the wait may get its
    /// turn behind all of them.
    static let seconds = 1_800.0
}

/// Waits for a condition that another task or thread brings about.
/// - Throws: ``NeverCame``.
func until(_ what: String, _ condition: () -> Bool) async throws {
    for _ in 0..<Patience.turns {
        if condition() { return }
        try await Task.sleep(for: .milliseconds(1))
    }
    if !condition() { throw NeverCame(what: what) }
}

/// Waits for an operation, which is left to itself where it does not end.
/// - Throws: ``NeverCame``, or what the operation throws.
func ending<Value: Sendable>(
    _ what: String, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let result = Guarded<Result<Value, any Error>?>(nil)
    let task = Task {
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await operation()) } catch { outcome = .failure(error) }
        result.withLock { $0 = outcome }
    }
    do {
        try await until(what) { result.withLock { $0 != nil } }
    } catch {
        task.cancel()
        throw error
    }
    return try result.withLock { $0 }!.get()
}
