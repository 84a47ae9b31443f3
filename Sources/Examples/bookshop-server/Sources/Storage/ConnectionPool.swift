/// Connections, each of which is lent to one user at a time. A task that finds no free connection waits without
/// blocking a thread.
package final class ConnectionPool: Sendable {
    /// A queue that several pools can share. A user takes a turn before it borrows a connection. With one turn in the
    /// queue, only one user of all these pools has a connection at a time.
    package typealias Turns = WaitingLine<Void>

    private let line: WaitingLine<any SQLConnection>
    private let turns: Turns?
    private let lost: @Sendable () -> Void

    /// - Parameters:
    ///   - connections: The first connections; ``add(_:)`` adds more.
    ///   - turns: The queue in which users take a turn first; nil if they need none.
    ///   - lost: Called for each connection that is no longer open when it is given back or added.
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

    /// Fails the waiting tasks with an error. Until a connection is added, later tasks that find no connection fail,
    /// too.
    package func refuse(_ reason: any Error) { line.refuse(reason) }

    /// Closes the connections. A borrowed connection is closed when it is given back.
    package func close() async {
        for connection in line.close(PoolClosed()) { await connection.close() }
    }
}

/// The error of a pool that is closed.
package struct PoolClosed: Error, CustomStringConvertible {
    package init() {}

    package var description: String { "the database is closed" }
}
