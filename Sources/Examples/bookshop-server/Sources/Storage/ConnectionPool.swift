/// Connections that are lent to one user at a time. A task that finds none waits without blocking a thread.
package final class ConnectionPool: Sendable {
    /// Turns for the users of several pools, one user at a time.
    package typealias Turns = WaitingLine<Void>

    private let line: WaitingLine<any SQLConnection>
    private let turns: Turns?
    private let lost: @Sendable () -> Void

    /// - Parameters:
    ///   - connections: The first connections; ``add(_:)`` adds more.
    ///   - turns: The turns of users of this pool or others, one at a time; nil if none are needed.
    ///   - lost: Called for each returned connection that is closed or lost.
    package init(
        _ connections: [any SQLConnection] = [], turns: Turns? = nil, lost: @escaping @Sendable () -> Void = {}
    ) {
        line = WaitingLine(connections)
        self.turns = turns
        self.lost = lost
    }

    /// The number of tasks that wait for a connection, or for their turn.
    package var waitingCount: Int { line.waitingCount + (turns?.waitingCount ?? 0) }

    /// Borrows a connection; give it back with ``giveBack(_:)``.
    /// - Throws: `CancellationError` if the task is cancelled while it waits, ``PoolClosed``, or the error that
    ///   ``refuse(_:)`` was given.
    package func borrow() async throws -> any SQLConnection {
        try await turns?.borrow()
        do {
            return try await line.borrow()
        } catch {
            turns?.giveBack(())
            throw error
        }
    }

    /// Gives a borrowed connection back. A lost connection leaves the pool.
    package func giveBack(_ connection: any SQLConnection) async {
        await add(connection)
        turns?.giveBack(())
    }

    /// Gives a connection to the task that waits longest, or keeps it.
    package func add(_ connection: any SQLConnection) async {
        guard await connection.isOpen else { return lost() }
        if !line.giveBack(connection) { await connection.close() }
    }

    /// Fails the waiting tasks with an error. Until a connection is added, later tasks that find none fail, too.
    package func refuse(_ reason: any Error) { line.refuse(reason) }

    /// Closes the connections. A borrowed connection is closed when it is given back.
    package func close() async {
        for connection in line.close(PoolClosed()) { await connection.close() }
    }
}

/// The database is closed.
package struct PoolClosed: Error, CustomStringConvertible {
    package init() {}

    package var description: String { "the database is closed" }
}
