import Synchronization

package protocol Service: Sendable {
    func run() async throws
}

/// Whether one service has to end, and the handlers that are called then.
final class ShutdownManager: Sendable {
    private struct State {
        var isShuttingDown = false
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    @TaskLocal static var current: ShutdownManager?
    private let state = Mutex(State())

    func register(_ handler: @escaping @Sendable () -> Void) -> Int? {
        let number = state.withLock { state -> Int? in
            guard !state.isShuttingDown else { return nil }
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        if number == nil { handler() }
        return number
    }

    func remove(_ number: Int?) {
        guard let number else { return }
        _ = state.withLock { $0.handlers.removeValue(forKey: number) }
    }

    func shutDown() {
        let handlers = state.withLock { state in
            state.isShuttingDown = true
            defer { state.handlers = [:] }
            return state.handlers.values.map { $0 }
        }
        for handler in handlers { handler() }
    }
}

package func withGracefulShutdownHandler<T>(
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> T,
    onGracefulShutdown handler: @escaping @Sendable () -> Void
) async rethrows -> T {
    let manager = ShutdownManager.current
    let number = manager?.register(handler)
    defer { manager?.remove(number) }
    return try await operation()
}

package func cancelWhenGracefulShutdown<T: Sendable>(
    _ operation: @escaping @Sendable () async throws -> T
) async rethrows -> T {
    try await withThrowingTaskGroup(of: T?.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            await untilGracefulShutdown()
            return nil
        }
        while let result = try await group.next() {
            group.cancelAll()
            if let result { return result }
        }
        preconditionFailure("the operation returns or throws")
    }
}

/// Waits for a graceful shutdown, or for the task's cancellation.
func untilGracefulShutdown() async {
    let (stream, waiter) = AsyncStream.makeStream(of: Void.self)
    await withGracefulShutdownHandler {
        for await _ in stream {}
    } onGracefulShutdown: {
        waiter.finish()
    }
}
