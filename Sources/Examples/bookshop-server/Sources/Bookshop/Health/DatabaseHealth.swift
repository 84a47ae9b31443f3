import IOC
import Storage

/// The health of the database. The check reads and writes, because a database on a full disk can still be read.
@Component
final class DatabaseHealth: HealthReporting {
    let database: any Database
    let log: any Log

    var subject: String { "database" }

    func health() async throws -> String {
        let isWritten = await succeeds("takes no writes", in: .write) {
            try await $0.run(
                """
                INSERT INTO health (id, checked) VALUES (1, $1)
                ON CONFLICT (id) DO UPDATE SET checked = excluded.checked
                """, Timestamp.now)
        }
        let isRead = await succeeds("does not answer", in: .read) { connection in
            _ = try await connection.query("SELECT count(*) FROM summary") { try $0.column(0, as: Int.self) }
        }
        guard isRead else { throw Unwell(description: "down") }
        guard isWritten else { throw Unwell(description: "reads, but takes no writes") }
        return "up"
    }

    private func succeeds(
        _ reason: String, in mode: TransactionMode, _ work: (any SQLConnection) async throws -> Void
    ) async -> Bool {
        do {
            try await database.transact(mode, work)
            return true
        } catch {
            log.error("the database \(reason): \(error)")
            return false
        }
    }
}
