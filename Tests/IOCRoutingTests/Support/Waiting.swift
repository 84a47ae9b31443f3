import Testing

/// What is thrown where something that a test waits for never comes.
struct NeverCame: Error, CustomStringConvertible {
    let what: String
    var description: String { "never came: \(what)" }
}

/// Waits for a condition that other jobs bring about, and moves the time meanwhile.
///
/// The limit is reached only where the condition never comes: ten thousand turns, of a millisecond each once the first ones have
/// brought nothing. Where the machine is busy they take longer, as the work does.
/// - Throws: ``NeverCame``, and `CancellationError` where the test is called off.
@MainActor func until(_ what: String, moving clock: ManualClock? = nil, _ condition: () -> Bool) async throws {
    for turn in 0..<10_000 {
        if condition() { return }
        if turn < 500 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
        clock?.advance(by: .seconds(1))
    }
    throw NeverCame(what: what)
}

/// Waits for the outcome of a task, as long as for any condition, and moves the time meanwhile.
///
/// - Throws: ``NeverCame``; the task is left to itself then.
@MainActor func outcome<Value: Sendable>(
    _ what: String, of task: Task<Value, Never>, moving clock: ManualClock? = nil
) async throws -> Value {
    var outcome: Value?
    Task { outcome = await task.value }
    try await until(what, moving: clock) { outcome != nil }
    return try #require(outcome)
}
