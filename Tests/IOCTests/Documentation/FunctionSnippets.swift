// swift-format-ignore-file
import IOC
import Testing

// What the README and the page about declaring components show of functions.

private struct Logger: Sendable { let label: String }
private protocol SessionStore: Sendable {}
private final class DatabaseClient: Sendable {
    init(host: String, logger: Logger) {}
    func run() async throws { try await untilCancelled() }
}
private final class DatabaseSessions: SessionStore {
    init(client: DatabaseClient) async throws {}
}

private enum Server {
    @Provides static func client(
        logger: Logger, @Named(setting: "database.host") host: String = "localhost"
    ) -> DatabaseClient { DatabaseClient(host: host, logger: logger) }

    @Provides(.primary)
    static func sessions(client: DatabaseClient) async throws -> any SessionStore {
        try await DatabaseSessions(client: client)
    }

    @Provides(.scope(.prototype))
    static func logger(_ point: InjectionPoint) -> Logger { Logger(label: point.component) }
}

extension DatabaseClient: IOCService {}

private enum Readme {
    final class DatabaseClient: Sendable {
        init(host: String) {}
    }
    enum Server {
        @Provides static func client(@Named(setting: "database.host") host: String = "localhost") -> DatabaseClient {
            DatabaseClient(host: host)
        }
    }
}

@Suite("The functions of the documentation")
struct FunctionSnippets {
    @Test("They are components that start")
    func start() async throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["IOCTests.Server.", "IOCTests.Readme.Server."]))
        try await context.start()
        #expect(try context.component((any SessionStore).self) is DatabaseSessions)
        #expect(try context.component(Readme.DatabaseClient.self) === context.component(named: "IOCTests.Readme.Server.client", as: Readme.DatabaseClient.self))
        try await context.stop()
    }
}
