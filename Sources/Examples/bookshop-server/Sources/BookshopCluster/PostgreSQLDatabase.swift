import Bookshop
import IOC
import PostgreSQLStorage
import Storage
import Synchronization

/// The shop's database on a PostgreSQL server, which replicas share.
///
/// It is a service: its `run()` opens the connections, and another one for each that is lost. While the server is away those who
/// ask are refused at once, the health among them, so that a load balancer sends requests elsewhere.
@Component
final class PostgreSQLDatabase: Database, IOCService {
    @Autowired var log: any Log
    @Value("database.host") var host: String
    @Value("database.port") var port: UInt16 = 5432
    @Value("database.name") var name: String
    @Value("database.user") var user: String
    @Value("database.password") var password: Secret<String>?
    @Value("database.connections") var connections: UInt8 = 8
    @Value("database.isolation") var isolation = PostgreSQLSettings.Isolation.readCommitted
    @Value("database.busyTimeout") var busyTimeout: Duration = .seconds(5)
    @Value("replica.name") var replica: String

    private let pool: ConnectionPool
    /// One element for each connection that is to be opened.
    private let missing: AsyncStream<Void>
    private let misses: AsyncStream<Void>.Continuation

    var schema: Schema { .postgreSQL }

    init() {
        let (missing, misses) = AsyncStream<Void>.makeStream()
        self.missing = missing
        self.misses = misses
        pool = ConnectionPool { misses.yield() }
    }

    func run() async throws {
        for _ in 0..<max(connections, 1) { misses.yield() }
        // Ends where it is cancelled.
        for await _ in missing {
            guard let connection = try? await reconnect() else { break }
            await pool.giveBack(connection)
        }
        await pool.close()
        log.info("the database is closed")
    }

    /// Returns once a transaction can begin.
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
        try await Transaction(mode, from: pool)
    }

    /// Opens a connection of the caller's own.
    func connect() async throws -> PostgreSQLConnection {
        try await PostgreSQLConnection.open(
            PostgreSQLSettings(
                host: host, port: port, database: name, user: user, password: password?.revealed,
                application: "bookshop \(replica)", isolation: isolation, lockTimeout: busyTimeout))
    }

    /// Tries until there is a connection.
    /// - Throws: `CancellationError`.
    private func reconnect() async throws -> PostgreSQLConnection {
        var pause = Duration.milliseconds(50)
        while true {
            do {
                return try await connect()
            } catch {
                pool.refuse(error)
                log.warning("the database can't be reached: \(error)")
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(1))
        }
    }
}
