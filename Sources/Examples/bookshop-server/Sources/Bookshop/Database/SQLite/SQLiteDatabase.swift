import IOC
import SQLiteStorage
import Storage
import Synchronization

/// The shop's database in SQLite: one connection that writes, and several that read.
///
/// SQLite allows one writer at a time. With one connection for writing, tasks that want to write queue here in order,
/// without blocking a thread. The busy timeout is for other processes.
///
/// During a reload, two databases exist for a moment. SQLite's lock has no order, so a database that writes all the
/// time would lock out the other database. Therefore both use one queue.
@Component
final class SQLiteDatabase: Database, Startable, Stoppable, TakesOverAtReload {
    let location: any DatabaseLocation
    let log: any Log
    @Injected(setting: "database.busyTimeout", default: .seconds(5)) let busyTimeout: Duration

    private struct Pools {
        let readers: ConnectionPool
        let writers: ConnectionPool
    }

    private let pools = Mutex<Pools?>(nil)
    /// The queue for writing, with one turn. This database shares it with its predecessor and its successor.
    private let turns = Mutex(ConnectionPool.Turns([()]))

    var schema: Schema { .sqlite }

    func takeOver(from predecessor: SQLiteDatabase) {
        guard location.isShared, predecessor.location.path == location.path else { return }
        let shared = predecessor.turns.withLock(\.self)
        turns.withLock { $0 = shared }
    }

    func start() throws {
        let writer = try open()
        // From here on, the file exists and has the right journal mode.
        let readers = try (0..<location.readers).map { _ in
            let reader = try open()
            try reader.script("PRAGMA query_only = ON")
            return reader
        }
        let writers = ConnectionPool([writer], turns: turns.withLock(\.self))
        pools.withLock { $0 = Pools(readers: readers.isEmpty ? writers : ConnectionPool(readers), writers: writers) }
        log.info("the database is open", ["path": location.path, "readers": "\(location.readers)"])
    }

    func stop() async {
        let closing = pools.withLock { pools in
            defer { pools = nil }
            return pools
        }
        // Close the writer last. SQLite moves the write-ahead log into the file when the last connection closes.
        await closing?.readers.close()
        await closing?.writers.close()
        log.info("the database is closed")
    }

    func begin(_ mode: TransactionMode) async throws -> Transaction {
        try await Transaction(mode, from: connections(for: mode))
    }

    /// Returns the pool for a kind of transaction.
    /// - Throws: ``PoolClosed`` before the start and after the stop.
    func connections(for mode: TransactionMode) throws -> ConnectionPool {
        guard let pools = pools.withLock({ $0 }) else { throw PoolClosed() }
        return mode == .read ? pools.readers : pools.writers
    }

    private func open() throws -> SQLiteConnection {
        try SQLiteConnection(path: location.path, busyTimeout: busyTimeout, pragmas: location.pragmas)
    }
}
