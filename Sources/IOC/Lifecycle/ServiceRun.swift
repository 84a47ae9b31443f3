import IOCBase

/// A service at work.
final class ServiceRun: Sendable {
    private struct State {
        var isAskedToEnd = false
        /// True if it ended before anybody asked.
        var endedUnasked = false
        var task: Task<Void, any Error>?
    }

    private let state = Guarded(State())
    private let begun = Latch()

    /// - Parameters:
    ///   - body: The service's `run()`.
    ///   - atEnd: Called when it has ended without being asked to.
    init(_ body: @escaping @Sendable () async throws -> Void, atEnd: @escaping @Sendable () -> Void) {
        // Unstructured, so that one that does not end can be abandoned.
        let task = Task(executorPreference: LaneExecutor()) {
            defer { if self.hasEnded() { atEnd() } }
            self.begun.open()
            try await body()
        }
        state.withLock { $0.task = task }
    }

    private func hasEnded() -> Bool {
        state.withLock { state in
            state.endedUnasked = !state.isAskedToEnd
            return state.endedUnasked
        }
    }

    /// A Boolean value that indicates whether it has ended without being asked to.
    var endedUnasked: Bool { state.withLock(\.endedUnasked) }

    /// Waits until its `run()` is at work.
    func hasBegun() async { await begun.wait() }

    /// Asks it to end, by cancelling its task.
    func askToEnd() {
        let task = state.withLock { state in
            state.isAskedToEnd = true
            return state.task
        }
        task?.cancel()
    }

    /// Waits for the end.
    /// - Throws: The error of the service.
    func end() async throws { try await state.withLock(\.task)?.value }
}
