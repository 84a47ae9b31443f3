import IOC

/// The example auth-otp of hummingbird-examples, moved to IOC: sessions and users in PostgreSQL, pages from templates.
enum AuthOTP {
    /// What the packages make.
    final class Packages: Assembly {
        let logger: Define<Logger> = Define(.singleton) { _ in
            var logger = Logger(label: "auth-otp")
            logger.logLevel = try ApplicationContext.current.setting("log.level", default: "info")
            return logger
        }
        let client: Define<PostgresClient> = Define(.singleton) { packages in
            let context = try ApplicationContext.current
            let configuration = PostgresClient.Configuration(
                host: try context.setting("database.host", default: "localhost"),
                username: try context.setting("database.user", default: "otp"),
                password: try context.setting("database.password", as: Secret<String>?.self)?.revealed,
                database: "otp")
            return PostgresClient(configuration: configuration, backgroundLogger: try packages.logger())
        }
        let migrations: Define<DatabaseMigrations> = Define { _ in
            let migrations = DatabaseMigrations()
            await migrations.add(CreateUsers())
            return migrations
        }
        let persist: Define<PostgresPersistDriver> = Define { packages in
            await PostgresPersistDriver(
                client: try packages.client(), migrations: try packages.migrations(), logger: try packages.logger())
        }
        .traits(.dependsOn("client", "migrations"))
        let pages: Define<MustacheLibrary> = Define { _ in
            try await MustacheLibrary(directory: try ApplicationContext.current.setting("pages", default: "templates"))
        }
    }

    struct CreateUsers: DatabaseMigration { let name = "users" }

    /// Migrates before anything uses the tables.
    @Component(.dependsOn(PostgresPersistDriver.self))
    final class Migrator: Startable {
        let client: PostgresClient
        let migrations: DatabaseMigrations
        let logger: Logger

        func start() async throws { try await migrations.apply(client: client, logger: logger, dryRun: false) }
    }

    @Component(.dependsOn(Migrator.self))
    final class Users {
        let client: PostgresClient

        func find(_ name: String) async throws -> String { try await client.query("SELECT \(name)") }
    }

    @Component
    final class AuthController {
        let users: Users
        let pages: MustacheLibrary
        let persist: PostgresPersistDriver

        func add(to router: Router) {
            let sessions = SessionStorage(persist)
            router.get("/") { request in
                let session = try await sessions.load(id: request.session) ?? "nobody"
                return self.pages.render(session, withTemplate: "home") ?? ""
            }
            router.get("/users") { request in try await self.users.find(request.session) }
        }
    }

    @Component(.dependsOn(Migrator.self))
    final class WebServer: IOCService {
        let controller: AuthController
        let logger: Logger
        @Injected(setting: "server.host", default: "127.0.0.1") let host: String
        @Injected(setting: "server.port", default: 8080) let port: Int

        func run() async throws {
            let router = Router()
            controller.add(to: router)
            let application = Application(router: router, address: (host, port), logger: logger)
            let group = ServiceGroup(services: [application], logger: logger)
            try await endingGracefully {
                try await group.run()
            } asked: {
                await group.triggerGracefulShutdown()
            }
        }
    }
}

extension AuthOTP.PostgresClient: IOCService {
    func ready() async throws { _ = try await query("SELECT 1") }
}
extension AuthOTP.PostgresPersistDriver: IOCService {}
