import IOC

/// The example auth-otp of hummingbird-examples, moved to IOC: sessions and users in PostgreSQL, pages from templates.
enum AuthOTP {
    @Provides static func logger(@Named(setting: "log.level") level: String = "info") -> Logger {
        var logger = Logger(label: "auth-otp")
        logger.logLevel = level
        return logger
    }
    @Provides static func client(
        logger: Logger, @Named(setting: "database.host") host: String = "localhost",
        @Named(setting: "database.user") user: String = "otp",
        @Named(setting: "database.password") password: Secret<String>?
    ) -> PostgresClient {
        PostgresClient(
            configuration: .init(host: host, username: user, password: password?.revealed, database: "otp"),
            backgroundLogger: logger)
    }
    @Provides static func sessions(client: PostgresClient, logger: Logger) async throws -> any PersistDriver {
        let migrations = DatabaseMigrations()
        await migrations.add(CreateUsers())
        let driver = await PostgresPersistDriver(client: client, migrations: migrations, logger: logger)
        try await migrations.apply(client: client, logger: logger, dryRun: false)
        return driver
    }
    @Provides static func pages(@Named(setting: "pages") folder: String = "templates") async throws -> MustacheLibrary {
        try await MustacheLibrary(directory: folder)
    }

    struct CreateUsers: DatabaseMigration { let name = "users" }

    @Component final class Users {
        let client: PostgresClient
        func find(_ name: String) async throws -> String { try await client.query("SELECT \(name)") }
    }

    @Component final class AuthController {
        let users: Users
        let pages: MustacheLibrary
        let driver: any PersistDriver

        func add(to router: Router) {
            let sessions = SessionStorage(driver)
            router.get("/") { request in
                let session = try await sessions.load(id: request.session) ?? "nobody"
                return self.pages.render(session, withTemplate: "home") ?? ""
            }
            router.get("/users") { request in try await self.users.find(request.session) }
        }
    }

    @Component final class WebServer: IOCService {
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
