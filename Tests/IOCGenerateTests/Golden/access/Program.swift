// swift-format-ignore-file
public import FoundationEssentials
public import IOCStatic

public struct Token: Sendable {
    public init() {}
}

struct Secret: Sendable {}

public struct Client: Injectable {
    public struct Dependency {
        let token: Token
        let id: UUID
    }

    public let id: UUID
    public init(dependency: Dependency) { id = dependency.id }
}

/// Public, but a parameter of its function is not.
public struct Vault: Injectable {
    public struct Dependency {
        let secret: Secret
    }

    public init(dependency: Dependency) {}
}

package struct Shared: Injectable {
    package struct Dependency {
        let client: Client
    }

    package init(dependency: Dependency) {}
}

struct Inner: Injectable {
    struct Dependency {
        let client: Client
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

public protocol AppResolver: Resolver {
    func provideToken() -> Token
}

protocol InnerResolver: Resolver {
    func provideSecret() -> Secret
}

struct Resolvers: AppResolver, InnerResolver {
    func provideToken() -> Token { Token() }
    func provideSecret() -> Secret { Secret() }
}

@main
struct Program {
    static func main() {
        let id = UUID()
        let resolver: some AppResolver = Resolvers()
        print(resolver.resolveClient(id: id).id == id)
        print(resolver.resolveInner(id: id).dependency.client.id == id)
        _ = resolver.resolveShared(id: id)
        let inner: some InnerResolver = Resolvers()
        _ = inner.resolveVault()
    }
}
