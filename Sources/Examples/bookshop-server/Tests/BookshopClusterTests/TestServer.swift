import Foundation
import IOC
import PostgreSQLStorage
import Storage
import Testing

/// The PostgreSQL server that the environment names; `Tests/Integration/cluster.sh` starts one.
enum TestServer {
    static var port: UInt16? { ProcessInfo.processInfo.environment["DATABASE_PORT"].flatMap(UInt16.init) }
    static var password: String? { ProcessInfo.processInfo.environment["DATABASE_PASSWORD"] }
    static var isGiven: Bool { port != nil }

    static func settings(
        database: String = "bookshop", password: String? = password, port: UInt16? = port,
        isolation: PostgreSQLSettings.Isolation = .readCommitted, lockTimeout: Duration = .seconds(60)
    ) -> PostgreSQLSettings {
        PostgreSQLSettings(
            host: "127.0.0.1", port: port ?? 5432, database: database, user: "bookshop", password: password,
            application: "tests", isolation: isolation, lockTimeout: lockTimeout)
    }

    /// Runs a test with its own empty database.
    static func withDatabase(_ test: (String) async throws -> Void) async throws {
        let name = "test_" + UUID().uuidString.filter { $0 != "-" }.lowercased()
        let owner = try await PostgreSQLConnection.open(settings())
        try await owner.script("CREATE DATABASE \(name)")
        do {
            try await test(name)
        } catch {
            try await owner.script("DROP DATABASE \(name) WITH (FORCE)")
            throw error
        }
        try await owner.script("DROP DATABASE \(name) WITH (FORCE)")
    }

    /// Boots the shop with the `cluster` profile, on a database of this server.
    static func shop(database: String, settings: [String: SettingValue] = [:]) throws -> ApplicationContext {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        var configuration = try ContextConfiguration(
            contentsOf: package.appending(path: "config/applicationContext.json").path, profiles: ["cluster"],
            environment: [:])
        configuration.overrides = [
            "server.host": "127.0.0.1", "server.port": 0, "management.port": 0, "log.level": "error",
            "database.host": "127.0.0.1", "database.port": .int(Int(port ?? 5432)), "database.name": .string(database),
            "database.password": .string(password ?? ""),
        ].merging(settings) { $1 }
        return try ApplicationContext(configuration)
    }
}
