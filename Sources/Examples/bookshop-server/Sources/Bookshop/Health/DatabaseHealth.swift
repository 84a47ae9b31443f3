import IOC
import Storage

/// Reads from the database, and writes to it: a disk that is full still reads well.
@Component
final class DatabaseHealth: HealthReporting {
    @Autowired var transaction: Provider<RequestTransaction>
    @Autowired var database: Database
    @Autowired var log: any Log

    var subject: String { "database" }

    func health() async throws -> String {
        // First, before the request's transaction begins: a database in memory has one connection for both.
        let isWritten = await succeeds("takes no writes", write)
        guard await succeeds("does not answer", read) else { throw Unwell(description: "down") }
        guard isWritten else { throw Unwell(description: "reads, but takes no writes") }
        return "up"
    }

    private func write() async throws {
        let writers = try database.connections(for: .write)
        let connection = try await writers.borrow()
        defer { writers.giveBack(connection) }
        try connection.run(
            "INSERT OR REPLACE INTO health (id, checked) VALUES (1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))")
    }

    private func read() async throws {
        _ = try await transaction().connection().query("SELECT count(*) FROM summary") {
            try $0.column(0, as: Int.self)
        }
    }

    private func succeeds(_ reason: String, _ work: () async throws -> Void) async -> Bool {
        do {
            try await work()
            return true
        } catch {
            log.error("the database \(reason): \(error)")
            return false
        }
    }
}
