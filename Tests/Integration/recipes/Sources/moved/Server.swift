// swift-format-ignore-file
import Hummingbird
import HummingbirdPostgres
import IOC
import Logging
import Mustache
import PostgresMigrations
import PostgresNIO
import ServiceLifecycle

// The server of the page "From hand-made wiring".

enum Server {
    @Provides static func logger(@Named(setting: "log.level") level: Logger.Level = .info) -> Logger {
        var logger = Logger(label: "todos")
        logger.logLevel = level
        return logger
    }

    @Provides static func client(
        logger: Logger, @Named(setting: "database.host") host: String = "localhost",
        @Named(setting: "database.password") password: Secret<String>?
    ) -> PostgresClient {
        PostgresClient(
            configuration: .init(
                host: host, username: "todos", password: password?.revealed, database: "todos", tls: .disable),
            backgroundLogger: logger)
    }

    @Provides static func migrations() -> DatabaseMigrations { DatabaseMigrations() }

    @Provides static func sessions(
        client: PostgresClient, migrations: DatabaseMigrations, logger: Logger
    ) async -> any PersistDriver {
        await PostgresPersistDriver(client: client, migrations: migrations, logger: logger)
    }

    @Provides static func pages(@Named(setting: "pages") folder: String = "templates") async throws -> MustacheLibrary {
        try await MustacheLibrary(directory: folder)
    }
}

extension PostgresClient: IOCService {
    public func ready() async throws { _ = try await query("SELECT 1") }
}

extension PostgresPersistDriver: IOCService {}

@Component(.order(1))
struct CreateTodos: DatabaseMigration {
    func apply(connection: PostgresConnection, logger: Logger) async throws {
        _ = try await connection.query("CREATE TABLE todos (title TEXT)", logger: logger)
    }

    func revert(connection: PostgresConnection, logger: Logger) async throws {
        _ = try await connection.query("DROP TABLE todos", logger: logger)
    }
}

@Component
final class Schema: Startable {
    let client: PostgresClient
    let sessions: any PersistDriver
    let migrations: DatabaseMigrations
    let steps: [any DatabaseMigration]
    let logger: Logger

    func start() async throws {
        for step in steps { await migrations.add(step) }
        try await migrations.apply(client: client, logger: logger, dryRun: false)
    }
}

protocol TodoRepository: Sendable {
    func titles() async throws -> [String]
}

@Component
final class StoredTodos: TodoRepository {
    let client: PostgresClient

    func titles() async throws -> [String] {
        _ = try await client.query("SELECT title FROM todos")
        return []
    }
}

struct TodoController<Todos: TodoRepository> {
    let todos: Todos

    func add(to router: Router<BasicRequestContext>) {
        router.get("/todos") { [todos] _, _ in try await todos.titles().joined(separator: ", ") }
    }
}

protocol Routes: Sendable {
    func add(to router: Router<BasicRequestContext>)
}

@Component
struct TodoRoutes: Routes {
    let todos: any TodoRepository

    func add(to router: Router<BasicRequestContext>) {
        func add(_ todos: some TodoRepository) { TodoController(todos: todos).add(to: router) }
        add(todos)
    }
}

@Component
struct AccountRoutes: Routes {
    let sessions: any PersistDriver
    let pages: MustacheLibrary

    func add(to router: Router<BasicRequestContext>) {
        router.get("/account/:session") { [sessions, pages] _, context -> String in
            let user = try await sessions.get(key: context.parameters.require("session"), as: String.self)
            return pages.render(user ?? "nobody", withTemplate: "account") ?? ""
        }
    }
}

@Component
struct HealthRoutes: Routes {
    let context: ApplicationContext

    func add(to router: Router<BasicRequestContext>) {
        router.get("/health/ready") { [context] _, _ in
            let health = await context.health(.ready)
            return EditedResponse(status: health.isWell ? .ok : .serviceUnavailable, response: health.json)
        }
    }
}

@Component
struct Web {
    let routes: [any Routes]
    let logger: Logger
    @Injected(setting: "server.host", default: "127.0.0.1") let host: String
    @Injected(setting: "server.port", default: 8080) let port: Int

    func application() -> some ApplicationProtocol {
        let router = Router()
        for route in routes { route.add(to: router) }
        return Application(
            router: router, configuration: .init(address: .hostname(host, port: port)), logger: logger)
    }
}

@Component
final class WebServer: IOCService {
    let web: Web

    func run() async throws {
        let group = ServiceGroup(services: [web.application()], logger: web.logger)
        try await endingGracefully { try await group.run() } asked: { await group.triggerGracefulShutdown() }
    }
}

@main
struct Todos: ContainerProgram {}
