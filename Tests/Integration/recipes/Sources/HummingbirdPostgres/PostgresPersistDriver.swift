package import Logging
package import PostgresMigrations
package import PostgresNIO

/// Stores sessions, like hummingbird-postgres. The initializer adds a migration, so it is asynchronous.
package final class PostgresPersistDriver: Sendable {
    package init(
        client: PostgresClient, migrations: DatabaseMigrations, tidyUpFrequency: Duration = .seconds(600),
        logger: Logger
    ) async {
        await migrations.add(CreatePersistTable())
    }
}

private struct CreatePersistTable: DatabaseMigration {
    func apply(connection: PostgresConnection, logger: Logger) async throws {
        _ = try await connection.query("CREATE TABLE _hb_persist (id TEXT)", logger: logger)
    }
    func revert(connection: PostgresConnection, logger: Logger) async throws {}
}
