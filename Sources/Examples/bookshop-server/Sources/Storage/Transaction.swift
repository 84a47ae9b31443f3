/// A transaction on a borrowed connection, which goes back when the transaction ends.
package struct Transaction: Sendable {
    /// The connection that runs statements.
    package let connection: any SQLConnection
    private let pool: ConnectionPool

    /// Begins a transaction on a connection of a pool.
    /// - Throws: ``DatabaseError``, ``PoolClosed``, or `CancellationError` while it waits for a connection.
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
                // The other side has closed it while it was idle. Nothing was begun, so another connection will do; each
                // that is lost leaves the pool, which refuses once no new one is to be had.
                guard isLost else { throw error }
            }
        }
    }

    /// Makes what was written last; where that fails nothing was written.
    /// - Throws: ``DatabaseError``. Where the connection is lost meanwhile, it is unknown whether it was written.
    package func commit() async throws {
        do {
            try await connection.commit()
        } catch {
            await rollBack()
            throw error
        }
        await pool.giveBack(connection)
    }

    /// Undoes what was written.
    package func rollBack() async {
        await connection.rollBack()
        await pool.giveBack(connection)
    }
}
