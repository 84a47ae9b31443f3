// swift-format-ignore-file
import IOC
import IOCStatic

// What the page of IOCStatic shows. `PageResolvers.swift` is generated from this file.

protocol HTTPClient: Sendable {}

final class Session: Injectable {
    struct Dependency {
        let client: any HTTPClient
        let log: Log
        let userID: Int
    }

    init(dependency: Dependency) throws { /* connect */ }
}

struct Log: Injectable {
    init(dependency: Void) {}
}

protocol AppResolver: Resolver {
    func provideClient() -> any HTTPClient
}

@Component
final class Shop: AppResolver {
    let client: any HTTPClient

    func provideClient() -> any HTTPClient { client }
}

@Component
final class WebClient: HTTPClient {}
