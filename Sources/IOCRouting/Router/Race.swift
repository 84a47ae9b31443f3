/// The first of a piece of work, a time limit and the caller's cancellation.
@MainActor final class Race<Value: Sendable> {
    private var outcome: Result<Value, any Error>?
    private var continuation: CheckedContinuation<Result<Value, any Error>, Never>?

    func finish(_ result: Result<Value, any Error>) {
        guard outcome == nil else { return }
        outcome = result
        continuation?.resume(returning: result)
    }

    /// The result, for which nothing else may have waited.
    ///
    /// It is not there yet: what brings it are other jobs of the main actor, and none of them runs between the start of
    /// the race, or the look at `outcome`, and the continuation's being kept.
    private func first() async -> Result<Value, any Error> { await withCheckedContinuation { continuation = $0 } }

    /// Runs the work. Where it loses, it is canceled and has `grace` to come to its end; then it is left to itself.
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
