/// Waits until the task is cancelled.
func untilCancelled() async throws {
    let (stream, end) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(end) {}
    try Task.checkCancellation()
}
