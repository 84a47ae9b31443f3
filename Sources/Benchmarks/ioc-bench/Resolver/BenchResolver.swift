import IOCStatic

struct ServerSettings {
    let port: Int
}

/// Where the benchmark's static graph comes together; its `resolve…` methods are in `GeneratedResolvers.swift`.
protocol BenchResolver: Resolver {
    func provideSettings() -> ServerSettings
}

struct OwnResolver: BenchResolver {
    let settings: ServerSettings
    func provideSettings() -> ServerSettings { settings }
}

final class StaticCache: Injectable {
    struct Dependency {
        let settings: ServerSettings
    }

    let settings: ServerSettings
    init(dependency: Dependency) { settings = dependency.settings }
}

final class StaticServer: Injectable {
    struct Dependency {
        let cache: StaticCache
        let log: StaticLog
        let user: Int
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

final class StaticLog: Injectable {
    init(dependency: Void) {}
}
