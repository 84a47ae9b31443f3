import IOC
import SQLiteStorage
import Storage
import Synchronization

/// The shop's database in SQLite: one connection that writes, and some that read.
///
/// SQLite has one writer at a time. With one connection for it, those who want to write queue here, without a thread, in the
/// order they came; the busy timeout is for other processes.
///
/// At a reload there are two for a moment. SQLite's lock knows no order, so one that writes all the time would keep the other
/// out: they queue in one line.
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
    /// The turns to write, of which there is one, also for the databases before and after this one.
    private let turns = Mutex(ConnectionPool.Turns([()]))

    var schema: Schema { .sqlite }

    func takeOver(from predecessor: SQLiteDatabase) {
        guard location.isShared, predecessor.location.path == location.path else { return }
        let shared = predecessor.turns.withLock(\.self)
        turns.withLock { $0 = shared }
    }

    func start() throws {
        let writer = try open()
        // The file is there from here on, and in the right mode.
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
        // The writer last: SQLite folds the write-ahead log into the file with the last connection.
        await closing?.readers.close()
        await closing?.writers.close()
        log.info("the database is closed")
    }

    func begin(_ mode: TransactionMode) async throws -> Transaction {
        try await Transaction(mode, from: connections(for: mode))
    }

    /// The connections for a kind of transaction.
    /// - Throws: ``PoolClosed`` before the start and after the stop.
    func connections(for mode: TransactionMode) throws -> ConnectionPool {
        guard let pools = pools.withLock({ $0 }) else { throw PoolClosed() }
        return mode == .read ? pools.readers : pools.writers
    }

    private func open() throws -> SQLiteConnection {
        try SQLiteConnection(path: location.path, busyTimeout: busyTimeout, pragmas: location.pragmas)
    }
}
