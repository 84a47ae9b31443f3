import Bookshop
import IOC
import Storage

/// A service that records each night what was sold so far. Only the replica that holds a lock of PostgreSQL writes.
///
/// The lock belongs to a connection, and is released however the process ends. It saves the other replicas the work.
/// The table ensures that each night is written once, so a replica that loses the lock without noticing does no harm.
@Component("nightly-summary", .dependsOn("migration"))
final class NightlySummary: IOCService {
    let database: PostgreSQLDatabase
    let log: any Log
    @Injected(setting: "replica.name") let replica: String
    @Injected(setting: "nightly.period", default: .seconds(86_400)) let period: Duration
    @Injected(setting: "nightly.poll", default: .seconds(5)) let poll: Duration

    func run() async throws {
        while true {
            do {
                let connection = try await database.connect()
                while try await !locks(connection) { try await Task.sleep(for: poll) }
                log.info("the nightly summary is written here", ["replica": replica])
                while true {
                    try await write(on: connection)
                    try await Task.sleep(for: poll)
                }
            } catch let error as DatabaseError {
                log.warning("the nightly summary is not written here: \(error)")
                try await Task.sleep(for: poll)
            }
        }
    }

    private func locks(_ connection: any SQLConnection) async throws -> Bool {
        try await connection.query("SELECT pg_try_advisory_lock($1)", AdvisoryLock.nightlySummary) { row in
            try row.column(0, as: Int.self) == 1
        } == [true]
    }

    private func write(on connection: any SQLConnection) async throws {
        try await connection.run(
            """
            INSERT INTO nights (night, replica, orders, revenue, written)
            SELECT floor(extract(epoch FROM now()) / $1::float8), $2, count(*), coalesce(sum(total), 0), $3 FROM orders
            ON CONFLICT (night) DO NOTHING
            """, period / .seconds(1), replica, Timestamp.now)
    }
}
