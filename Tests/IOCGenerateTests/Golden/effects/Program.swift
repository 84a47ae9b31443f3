import IOCStatic

enum Failure: Error {
    case refused
}

struct Address: Sendable {
    var port = 80
}

struct Connection: Injectable {
    struct Dependency {
        let address: Address
    }

    let port: Int
    init(dependency: Dependency) throws(Failure) {
        guard dependency.address.port > 0 else { throw .refused }
        port = dependency.address.port
    }
}

/// Only typed errors below it, so its function throws that type.
struct Pool: Injectable {
    struct Dependency {
        let connection: Connection
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

struct Settings: FactoryMethodInjectable {
    struct Dependency {
        let address: Address
    }

    let name: String
    static func makeInstance(dependency: Dependency) async -> Settings { Settings(name: "settings") }
}

struct Server: Injectable {
    struct Dependency {
        let pool: Pool
        let settings: Settings
        let token: String

        init(pool: Pool, settings: Settings, token: String, _ limit: Int = 3) throws {
            self.pool = pool
            self.settings = settings
            self.token = token
        }
    }

    let dependency: Dependency
    init(dependency: Dependency) async throws { self.dependency = dependency }
}

protocol AppResolver: Resolver {
    func provideAddress() -> Address
    func provideToken(address: Address) async throws -> String
}

struct Resolvers: AppResolver {
    func provideAddress() -> Address { Address() }
    func provideToken(address: Address) async throws -> String { "token \(address.port)" }
}

@main
struct Program {
    static func main() async throws {
        let resolver = Resolvers()
        do throws(Failure) {
            print(try resolver.resolvePool().dependency.connection.port)
        } catch {
            print("refused")
        }
        let server = try await resolver.resolveServer()
        print(server.dependency.settings.name, server.dependency.token)
    }
}
