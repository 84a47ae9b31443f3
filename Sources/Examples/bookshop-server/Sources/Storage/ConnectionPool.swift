import Synchronization

/// Connections that are lent to one user at a time; who finds none waits without blocking a thread.
package final class ConnectionPool: Sendable {
    private struct State {
        var free: [any SQLConnection]
        /// The waiting tasks, in the order they came.
        var waiting: [(id: UInt64, waiter: CheckedContinuation<any SQLConnection, any Error>)] = []
        /// The tasks that were cancelled before they began to wait.
        var cancelled: Set<UInt64> = []
        var lastID: UInt64 = 0
        /// The reason why nobody waits: no connection is to be had at present.
        var refusal: (any Error)?
        var isClosed = false
    }

    private let state: Mutex<State>
    private let lost: @Sendable () -> Void

    /// - Parameters:
    ///   - connections: The connections at first; more come by ``giveBack(_:)``.
    ///   - lost: Called for each connection that comes back and is of no use any more.
    package init(_ connections: [any SQLConnection] = [], lost: @escaping @Sendable () -> Void = {}) {
        state = Mutex(State(free: connections))
        self.lost = lost
    }

    /// The number of tasks that wait for a connection.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Borrows a connection; give it back with ``giveBack(_:)``.
    /// - Throws: `CancellationError` where the task is cancelled while it waits, ``PoolClosed``, or what ``refuse(_:)`` was given.
    package func borrow() async throws -> any SQLConnection {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let result: Result<any SQLConnection, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if state.isClosed { return .failure(PoolClosed()) }
                    if let connection = state.free.popLast() { return .success(connection) }
                    if let refusal = state.refusal { return .failure(refusal) }
                    state.waiting.append((id, waiter))
                    return nil
                }
                if let result { waiter.resume(with: result) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UInt64) {
        let waiter = state.withLock { state -> CheckedContinuation<any SQLConnection, any Error>? in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.waiting.remove(at: index).waiter
        }
        waiter?.resume(throwing: CancellationError())
    }

    /// Gives a borrowed connection, or a new one, to who waits longest, or keeps it. One that is lost goes.
    package func giveBack(_ connection: any SQLConnection) async {
        guard await connection.isOpen else { return lost() }
        let (waiter, isClosed) = state.withLock { state -> (CheckedContinuation<any SQLConnection, any Error>?, Bool) in
            state.refusal = nil
            if !state.waiting.isEmpty { return (state.waiting.removeFirst().waiter, false) }
            if !state.isClosed { state.free.append(connection) }
            return (nil, state.isClosed)
        }
        waiter?.resume(returning: connection)
        if isClosed { await connection.close() }
    }

    /// Refuses those who wait, and from now on those who find no connection, until there is one again.
    package func refuse(_ reason: any Error) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.refusal = reason
            return state.waiting.map(\.waiter)
        }
        for waiter in waiting { waiter.resume(throwing: reason) }
    }

    /// Closes the connections; one that is lent is closed when it comes back.
    package func close() async {
        let (free, waiting) = state.withLock { state in
            defer {
                state.isClosed = true
                state.free = []
                state.waiting = []
            }
            return (state.free, state.waiting.map(\.waiter))
        }
        for waiter in waiting { waiter.resume(throwing: PoolClosed()) }
        for connection in free { await connection.close() }
    }
}

/// The database is closed.
package struct PoolClosed: Error, CustomStringConvertible {
    package init() {}

    package var description: String { "the database is closed" }
}
