/// Connections that are lent to one user at a time; who finds none waits without blocking a thread.
package final class ConnectionPool: Sendable {
    /// The turns of those who use several pools, one at a time.
    package typealias Turns = WaitingLine<Void>

    private let line: WaitingLine<any SQLConnection>
    private let turns: Turns?
    private let lost: @Sendable () -> Void

    /// - Parameters:
    ///   - connections: The connections at first; more come by ``add(_:)``.
    ///   - turns: The turns of those who may use this pool or others, one at a time; nil if none are needed.
    ///   - lost: Called for each connection that comes back and is of no use any more.
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
    /// - Throws: `CancellationError` where the task is cancelled while it waits, ``PoolClosed``, or what ``refuse(_:)`` was given.
    package func borrow() async throws -> any SQLConnection {
        try await turns?.borrow()
        do {
            return try await line.borrow()
        } catch {
            turns?.giveBack(())
            throw error
        }
    }

    /// Gives a borrowed connection back. One that is lost goes.
    package func giveBack(_ connection: any SQLConnection) async {
        await add(connection)
        turns?.giveBack(())
    }

    /// Gives a connection to who waits longest, or keeps it.
    package func add(_ connection: any SQLConnection) async {
        guard await connection.isOpen else { return lost() }
        if !line.giveBack(connection) { await connection.close() }
    }

    /// Refuses those who wait, and from now on those who find no connection, until there is one again.
    package func refuse(_ reason: any Error) { line.refuse(reason) }

    /// Closes the connections; one that is lent is closed when it comes back.
    package func close() async {
        for connection in line.close(PoolClosed()) { await connection.close() }
    }
}

/// The database is closed.
package struct PoolClosed: Error, CustomStringConvertible {
    package init() {}

    package var description: String { "the database is closed" }
}
