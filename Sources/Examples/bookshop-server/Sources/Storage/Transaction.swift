/// A transaction on a borrowed connection, which is given back when the transaction ends.
package struct Transaction: Sendable {
    /// The connection that runs statements.
    package let connection: any SQLConnection
    private let pool: ConnectionPool

    /// Begins a transaction on a connection of a pool.
    /// - Throws: ``DatabaseError``, ``PoolClosed``, or `CancellationError` if the task is cancelled while it waits.
    package init(_ mode: TransactionMode, from pool: ConnectionPool) async throws {
        self.pool = pool
        while true {
            let connection = try await pool.borrow()
            do {
                try await connection.begin(mode)
                self.connection = connection
                return
            } catch {
                let isLost = await !connection.isOpen
                await pool.giveBack(connection)
                // The server closed the connection while it was idle. Nothing has begun, so try another connection.
                // Each lost connection leaves the pool, and `borrow()` throws once no new one can be opened.
                guard isLost else { throw error }
            }
        }
    }

    /// Commits the changes. If the database refuses them, nothing was written.
    /// - Throws: ``DatabaseError``. If the connection was lost during the commit, it is unknown whether the changes
    ///   were written.
    package func commit() async throws {
        do {
            try await connection.commit()
        } catch {
            await rollBack()
            throw error
        }
        await pool.giveBack(connection)
    }

    /// Undoes the changes.
    package func rollBack() async {
        await connection.rollBack()
        await pool.giveBack(connection)
    }
}
