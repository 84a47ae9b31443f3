import IOC
import Storage

/// Brings the tables up to date before anybody serves.
@Component("migration")
final class Migration: Startable {
    @Autowired var database: Database
    @Autowired var log: any Log

    func start() async throws {
        let writers = try database.connections(for: .write)
        let connection = try await writers.borrow()
        defer { writers.giveBack(connection) }
        let version = try connection.query("PRAGMA user_version") { try $0.column(0, as: Int.self) }.first ?? 0
        guard version <= Schema.steps.count else {
            throw MigrationError(version: version, known: Schema.steps.count)
        }
        for (index, step) in Schema.steps.enumerated().dropFirst(version) {
            do {
                try connection.script("BEGIN IMMEDIATE; \(step) PRAGMA user_version = \(index + 1); COMMIT")
            } catch {
                try? connection.script("ROLLBACK")
                throw error
            }
        }
        log.info("the tables are up to date", ["from": "\(version)", "to": "\(Schema.steps.count)"])
    }
}

/// A database that a newer program has written.
struct MigrationError: Error, CustomStringConvertible {
    let version: Int
    let known: Int

    var description: String {
        "the database has version \(version), and this program knows \(known); run the program that wrote it, or a newer one"
    }
}
