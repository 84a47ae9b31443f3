import IOC
import Storage

/// The update of the tables before the servers start. It uses one transaction, which excludes other processes that
/// migrate.
@Component("migration")
final class Migration: Startable {
    let database: any Database
    let log: any Log

    func start() async throws {
        let schema = database.schema
        let version = try await database.transact(.write) { connection in
            for statement in schema.preparation { try await connection.script(statement) }
            let version = try await connection.query(schema.version) { try $0.column(0, as: Int.self) }.first ?? 0
            guard version <= schema.steps.count else {
                throw MigrationError(version: version, known: schema.steps.count)
            }
            for step in schema.steps.dropFirst(version) { try await connection.script(step) }
            if version < schema.steps.count { try await connection.script(schema.setVersion(schema.steps.count)) }
            return version
        }
        log.info("the tables are up to date", ["from": "\(version)", "to": "\(schema.steps.count)"])
    }
}

/// The error for a database that a newer program has written.
struct MigrationError: Error, CustomStringConvertible {
    let version: Int
    let known: Int

    var description: String {
        "the database has version \(version), and this program knows \(known); run the program that wrote it, or a newer one"
    }
}
