import Bookshop
import IOC
import PostgreSQLStorage
import Storage
import Synchronization

/// The shop's database on a PostgreSQL server, which replicas share.
///
/// It is a service: its `run()` opens the connections, and replaces each lost connection. While the server can't be
/// reached, `begin(_:)` fails at once, also for the health check. So a load balancer sends requests to other replicas.
@Component
final class PostgreSQLDatabase: Database, IOCService {
    let log: any Log
    @Injected(setting: "database.host") let host: String
    @Injected(setting: "database.port", default: 5432) let port: UInt16
    @Injected(setting: "database.name") let name: String
    @Injected(setting: "database.user") let user: String
    @Injected(setting: "database.password") let password: Secret<String>?
    @Injected(setting: "database.connections", default: 8) let connections: UInt8
    @Injected(setting: "database.isolation", default: PostgreSQLSettings.Isolation.readCommitted)
    let isolation: PostgreSQLSettings.Isolation
    @Injected(setting: "database.busyTimeout", default: .seconds(5)) let busyTimeout: Duration
    @Injected(setting: "replica.name") let replica: String

    private let supply = Supply()

    var schema: Schema { .postgreSQL }

    /// The open connections, and the demand for more.
    private struct Supply {
        let pool: ConnectionPool
        /// One element for each connection that is to be opened.
        let missing: AsyncStream<Void>
        let misses: AsyncStream<Void>.Continuation

        init() {
            let (missing, misses) = AsyncStream<Void>.makeStream()
            self.missing = missing
            self.misses = misses
            pool = ConnectionPool { misses.yield() }
        }
    }

    func run() async throws {
        for _ in 0..<max(connections, 1) { supply.misses.yield() }
        // The loop ends when the service is cancelled.
        for await _ in supply.missing {
            guard let connection = try? await reconnect() else { break }
            await supply.pool.add(connection)
        }
        await supply.pool.close()
        log.info("the database is closed")
    }

    /// Waits until a transaction can begin.
    func ready() async throws {
        while true {
            do {
                try await transact(.read) { _ in }
                return log.info("the database is open", ["host": host, "connections": "\(connections)"])
            } catch let error as DatabaseError where error.kind == .unreachable {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    func begin(_ mode: TransactionMode) async throws -> Transaction {
        try await Transaction(mode, from: supply.pool)
    }

    /// Opens a connection for the caller alone.
    func connect() async throws -> PostgreSQLConnection {
        try await PostgreSQLConnection.open(
            PostgreSQLSettings(
                host: host, port: port, database: name, user: user, password: password?.revealed,
                application: "bookshop \(replica)", isolation: isolation, lockTimeout: busyTimeout))
    }

    /// Tries to connect until a connection is open.
    /// - Throws: `CancellationError` if the service is cancelled.
    private func reconnect() async throws -> PostgreSQLConnection {
        var pause = Duration.milliseconds(50)
        while true {
            do {
                return try await connect()
            } catch {
                supply.pool.refuse(error)
                log.warning("the database can't be reached: \(error)")
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(1))
        }
    }
}
