package import Logging
package import PostgresNIO

/// A step of a schema, like that of hummingbird-postgres.
package protocol DatabaseMigration: Sendable {
    var name: String { get }
    func apply(connection: PostgresConnection, logger: Logger) async throws
    func revert(connection: PostgresConnection, logger: Logger) async throws
}

extension DatabaseMigration {
    package var name: String { "\(Self.self)" }
}

/// Applies migrations in the order in which they were added.
package actor DatabaseMigrations {
    private var steps: [any DatabaseMigration] = []
    private var applied: [String] = []

    package init() {}

    package func add(_ migration: any DatabaseMigration, skipDuplicates: Bool = false) { steps.append(migration) }

    package func apply(client: PostgresClient, logger: Logger, dryRun: Bool) async throws {
        for step in steps where !applied.contains(step.name) {
            guard !dryRun else { continue }
            try await step.apply(connection: client.connection, logger: logger)
            applied.append(step.name)
        }
    }
}
