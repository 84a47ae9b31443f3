// swift-format-ignore-file
import Hummingbird
import HummingbirdPostgres
import IOC
import Logging
import PostgresMigrations
import PostgresNIO
import ServiceLifecycle

// The server of the page "From hand-made wiring".

final class ServerAssembly: Assembly {
    let logger: Define<Logger> = Define(.singleton) { _ in
        var logger = Logger(label: "todos")
        logger.logLevel = try ApplicationContext.current.setting("log.level", default: .info)
        return logger
    }
    let migrations = Define(.singleton) { _ in DatabaseMigrations() }
}

@Component
final class Database: IOCService {
    let client: PostgresClient

    init(
        logger: Logger, @Named(setting: "database.host") host: String = "localhost",
        @Named(setting: "database.password") password: Secret<String>? = nil
    ) {
        client = PostgresClient(
            configuration: .init(
                host: host, username: "todos", password: password?.revealed, database: "todos", tls: .disable),
            backgroundLogger: logger)
    }

    func run() async throws { await client.run() }
    func ready() async throws { _ = try await client.query("SELECT 1") }
}

@Component
final class Sessions {
    let driver: PostgresPersistDriver

    init(database: Database, migrations: DatabaseMigrations, logger: Logger) async {
        driver = await PostgresPersistDriver(client: database.client, migrations: migrations, logger: logger)
    }
}

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
    let database: Database
    let sessions: Sessions
    let migrations: DatabaseMigrations
    let steps: [any DatabaseMigration]
    let logger: Logger

    func start() async throws {
        for step in steps { await migrations.add(step) }
        try await migrations.apply(client: database.client, logger: logger, dryRun: false)
    }
}

protocol TodoRepository: Sendable {
    func titles() async throws -> [String]
}

@Component(.fallback)
final class StoredTodos: TodoRepository {
    let database: Database

    func titles() async throws -> [String] {
        _ = try await database.client.query("SELECT title FROM todos")
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
struct HealthRoutes: Routes {
    let context: ApplicationContext

    func add(to router: Router<BasicRequestContext>) {
        router.get("/health") { [context] _, _ in
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
