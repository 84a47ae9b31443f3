import Testing

/// The error of a wait that took too long.
package struct NeverCame: Error, CustomStringConvertible {
    package let what: String
    package var description: String { "never came: \(what)" }

    package init(what: String) { self.what = what }
}

/// The limits of waits; a test reaches them only if it fails.
package enum Patience {
    /// The number of milliseconds that a task waits. On a busy machine they take longer, like the work itself.
    package static let turns = 60_000
    /// The number of seconds that a thread waits. It is more than all tests take under a sanitizer, because the task
    /// that ends the wait may be scheduled after all of them.
    package static let seconds = 1_800.0
}

/// Waits for a condition that another task or thread brings about.
/// - Throws: ``NeverCame``.
package func until(_ what: String, _ condition: () -> Bool) async throws {
    for _ in 0..<Patience.turns {
        if condition() { return }
        try await Task.sleep(for: .milliseconds(1))
    }
    if !condition() { throw NeverCame(what: what) }
}

/// Waits for an operation, and abandons it if it does not end.
/// - Throws: ``NeverCame``, or the error of the operation.
package func ending<Value: Sendable>(
    _ what: String, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let result = Locked<Result<Value, any Error>?>(nil)
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
