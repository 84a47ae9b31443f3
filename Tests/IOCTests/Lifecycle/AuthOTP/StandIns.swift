// Types with the signatures of Hummingbird 2.26, PostgresNIO 1.33, hummingbird-postgres, hummingbird-auth and swift-mustache, as
// far as the example auth-otp uses them.
import IOC
import IOCBase

extension AuthOTP {
    struct Logger: Sendable {
        let label: String
        var logLevel = "info"
        init(label: String) { self.label = label }
    }

    /// What the servers of the tests have done, in its order.
    static let journal = Guarded<[String]>([])
    static func note(_ line: String) { journal.withLock { $0.append(line) } }

    protocol Service: Sendable { func run() async throws }

    final class PostgresClient: Service {
        struct Configuration: Sendable {
            let host, username, database: String
            let password: String?
            init(host: String, username: String, password: String?, database: String) {
                (self.host, self.username, self.password, self.database) = (host, username, password, database)
            }
        }
        private let isRunning = Latch()
        init(configuration: Configuration, backgroundLogger: Logger) {}

        func run() async {
            isRunning.open()
            AuthOTP.note("client runs")
            try? await untilCancelled()
            AuthOTP.note("client ends")
        }
        func query(_ sql: String) async throws -> String {
            await isRunning.wait()
            return "result of \(sql)"
        }
    }

    protocol DatabaseMigration: Sendable { var name: String { get } }

    actor DatabaseMigrations {
        private(set) var all: [any DatabaseMigration] = []
        func add(_ migration: any DatabaseMigration) { all.append(migration) }
        func apply(client: PostgresClient, logger: Logger, dryRun: Bool) async throws {
            _ = try await client.query("BEGIN")
            AuthOTP.note("migrates \(all.map(\.name).joined(separator: ", "))")
        }
    }

    protocol PersistDriver: Service { func get(key: String) async throws -> String? }

    final class MemoryPersistDriver: PersistDriver {
        func get(key: String) async throws -> String? { "remembered \(key)" }
        func run() async throws { try await untilCancelled() }
    }

    final class PostgresPersistDriver: PersistDriver {
        private struct CreateTable: DatabaseMigration { let name = "_hb_psql_persist" }
        private let client: PostgresClient
        init(client: PostgresClient, migrations: DatabaseMigrations, logger: Logger) async {
            self.client = client
            await migrations.add(CreateTable())
        }
        func get(key: String) async throws -> String? { try await client.query("SELECT \(key)") }
        func run() async throws {
            AuthOTP.note("sessions are tidied")
            try await untilCancelled()
        }
    }

    struct SessionStorage: Sendable {
        let storage: any PersistDriver
        init(_ storage: any PersistDriver) { self.storage = storage }
        func load(id: String) async throws -> String? { try await storage.get(key: id) }
    }

    struct MustacheLibrary: Sendable {
        struct Missing: Error {}
        init(directory: String) async throws {
            await Task.yield()
            if directory.isEmpty { throw Missing() }
        }
        func render(_ object: String, withTemplate name: String) -> String? { "<\(name)>\(object)" }
    }

    struct Request: Sendable { let path, session: String }

    final class Router {
        private(set) var routes: [String: @Sendable (Request) async throws -> String] = [:]
        func get(_ path: String, use handler: @escaping @Sendable (Request) async throws -> String) {
            routes[path] = handler
        }
    }

    struct Application: Service {
        let answer: @Sendable (Request) async throws -> String
        init(router: Router, address: (host: String, port: Int), logger: Logger) {
            let routes = router.routes
            answer = { request in try await routes[request.path]?(request) ?? "404" }
        }
        func run() async throws {}
    }

    /// Runs services until it is asked to end, as swift-service-lifecycle's does. A cancellation would cut requests off.
    actor ServiceGroup {
        private let application: Application
        private let isAsked = Latch()
        init(services: [Application], logger: Logger) { application = services[0] }
        func run() async throws {
            AuthOTP.note("answers \(try await application.answer(Request(path: "/", session: "42")))")
            await isAsked.wait()
            note(Task.isCancelled ? "group is cut off" : "group ends")
        }
        func triggerGracefulShutdown() { isAsked.open() }
    }
}
