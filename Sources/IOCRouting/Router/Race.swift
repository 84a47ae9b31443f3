/// Waits for the first of three events: the end of some work, a time limit, or the cancellation of the caller.
@MainActor final class Race<Value: Sendable> {
    private var outcome: Result<Value, any Error>?
    private var continuation: CheckedContinuation<Result<Value, any Error>, Never>?

    func finish(_ result: Result<Value, any Error>) {
        guard outcome == nil else { return }
        outcome = result
        continuation?.resume(returning: result)
    }

    /// Waits for the outcome, which must not be there yet and which nothing else may wait for.
    ///
    /// `finish(_:)` runs in other jobs of the main actor, so it can't run before the continuation is stored.
    private func first() async -> Result<Value, any Error> { await withCheckedContinuation { continuation = $0 } }

    /// Runs the work. If it is not the first, it is canceled and has the time `grace` to end; then it is abandoned.
    static func run(
        limit: Duration?, grace: Duration, clock: any Clock<Duration>, timeout: any Error,
        _ body: @escaping @MainActor () async throws -> Value
    ) async throws -> Value {
        let race = Race()
        let ended = Race<Void>()
        let work = Task { @MainActor in
            do {
                race.finish(.success(try await body()))
            } catch {
                race.finish(.failure(error))
            }
            ended.finish(.success(()))
        }
        let timer = limit.map { limit in
            Task { @MainActor in
                try await clock.sleep(for: limit)
                race.finish(.failure(timeout))
            }
        }
        let result = await withTaskCancellationHandler {
            await race.first()
        } onCancel: {
            Task { @MainActor in race.finish(.failure(CancellationError())) }
        }
        timer?.cancel()
        if ended.outcome == nil {
            work.cancel()
            let patience = Task { @MainActor in
                try? await clock.sleep(for: grace)
                ended.finish(.success(()))
            }
            _ = await ended.first()
            patience.cancel()
        }
        return try result.get()
    }
}
