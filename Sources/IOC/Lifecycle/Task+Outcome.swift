extension Task where Failure == any Error {
    /// Waits for the value; where the waiting task is cancelled, so is this one.
    nonisolated(nonsending) func awaited() async throws -> Success {
        try await withTaskCancellationHandler {
            try await value
        } onCancel: {
            cancel()
        }
    }
}

extension Result where Failure == any Error {
    /// The outcome of an operation.
    init(_ operation: () async throws -> Success) async {
        do {
            self = .success(try await operation())
        } catch {
            self = .failure(error)
        }
    }
}
