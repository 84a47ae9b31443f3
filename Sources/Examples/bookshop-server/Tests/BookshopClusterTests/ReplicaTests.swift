import IOC
import PostgreSQLStorage
import Storage
import Testing
import Web

@testable import Bookshop
@testable import BookshopCluster

@Suite("Replicas", .enabled(if: TestServer.isGiven), .timeLimit(.minutes(5)))
struct ReplicaTests {
    /// Runs a test with replicas that start at the same time on an empty database.
    private func withReplicas(
        _ count: Int, settings: [String: SettingValue] = [:],
        _ test: ([ApplicationContext], _ database: String) async throws -> Void
    ) async throws {
        try await TestServer.withDatabase { database in
            let contexts = try (0..<count).map { number in
                try TestServer.shop(
                    database: database,
                    settings: settings.merging(["replica.name": "replica-\(number)"]) { $1 })
            }
            try await withThrowingTaskGroup { group in
                for context in contexts { group.addTask { try await context.start() } }
                try await group.waitForAll()
            }
            do {
                try await test(contexts, database)
            } catch {
                for context in contexts { try? await context.stop() }
                throw error
            }
            for context in contexts { try await context.stop() }
        }
    }

    private func ask(_ context: ApplicationContext, _ method: String, _ path: String, _ json: String = "") async throws
        -> Response
    {
        try await context.component(ShopServer.self).respond(to: Request(method, path, body: Array(json.utf8)))
    }

    private let emma = #"{"isbn":"1","title":"Emma","author":"Austen","price":900,"stock":20}"#

    @Test("The profile takes PostgreSQL in place of SQLite, and leaves nothing of SQLite's behind")
    func profile() throws {
        let context = try TestServer.shop(database: "bookshop")
        let database: any Database = try context.component()
        #expect(database is PostgreSQLDatabase)
        #expect(try context.components((any Database).self).count == 1)
        #expect(try context.components((any DatabaseLocation).self).isEmpty)
        #expect(context.report.notices.filter { $0.code == .settingUnread }.isEmpty)
    }

    @Test("Several replicas may start on an empty database at once")
    func migration() async throws {
        try await withReplicas(4) { contexts, database in
            let connection = try await PostgreSQLConnection.open(TestServer.settings(database: database))
            let versions = try await connection.query("SELECT version FROM schema_version") {
                try $0.column(0, as: Int.self)
            }
            #expect(versions == [Schema.postgreSQL.steps.count])
            await connection.close()
        }
    }

    @Test(
        "An order is placed once, whichever replica is asked again, and however strictly transactions are kept apart",
        arguments: ["read committed", "repeatable read", "serializable"])
    func idempotency(isolation: String) async throws {
        try await withReplicas(2, settings: ["database.isolation": .string(isolation)]) { contexts, _ in
            #expect(try await ask(contexts[0], "POST", "/books", emma).status == .created)
            #expect(try await ask(contexts[1], "POST", "/books", emma).status == .conflict)
            let order = #"{"reference":"a","book":1,"quantity":2}"#
            let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
                for number in 0..<8 {
                    group.addTask { try await self.ask(contexts[number % 2], "POST", "/orders", order).status }
                }
                return try await group.reduce(into: [Status: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [.created: 1, .conflict: 7])
            let book = try await ask(contexts[0], "GET", "/books/1")
            #expect(String(decoding: book.body, as: UTF8.self).contains(#""stock":18"#))
        }
    }

    @Test("Every page of the shop answers from PostgreSQL as it does from SQLite")
    func pages() async throws {
        try await withReplicas(1) { contexts, _ in
            let shop = contexts[0]
            _ = try await ask(shop, "POST", "/books", emma)
            _ = try await ask(shop, "POST", "/orders", #"{"reference":"a","book":1,"quantity":2}"#)
            #expect(try await ask(shop, "GET", "/books").status == .ok)
            #expect(try await ask(shop, "PUT", "/books/1", emma).status == .ok)
            #expect(try await ask(shop, "DELETE", "/books/1").status == .conflict)
            #expect(try await ask(shop, "DELETE", "/books/2").status == .notFound)
            let order = try await ask(shop, "GET", "/orders/1")
            #expect(String(decoding: order.body, as: UTF8.self).contains(#""total":1800"#))
            try await shop.component(SummaryService.self).refresh()
            try await shop.component(SummaryService.self).refresh()
            let summary = try await ask(shop, "GET", "/summary")
            #expect(String(decoding: summary.body, as: UTF8.self).contains(#""revenue":1800"#))
            #expect(try await ask(shop, "GET", "/health/ready").status == .ok)
        }
    }

    @Test("A replica that has lost all its connections answers the next request")
    func reconnects() async throws {
        try await withReplicas(1, settings: ["database.connections": 3]) { contexts, database in
            let connection = try await PostgreSQLConnection.open(TestServer.settings(database: database))
            for _ in 0..<3 {
                _ = try await connection.query(
                    """
                    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """
                ) { try $0.column(0, as: Int.self) }
                #expect(try await ask(contexts[0], "GET", "/books").status == .ok)
            }
            await connection.close()
        }
    }

    @Test("A database without a server is no reason to wait longer than a start may take")
    func noServer() async throws {
        let context = try TestServer.shop(database: "bookshop", settings: ["database.port": 1])
        let start = Task { try await context.start() }
        let health = try context.component(DatabaseHealth.self)
        await #expect(throws: Unwell.self) { _ = try await health.health() }
        start.cancel()
        await #expect(throws: (any Error).self) { try await start.value }
    }
}
