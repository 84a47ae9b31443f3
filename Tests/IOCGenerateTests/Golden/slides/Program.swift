import IOCStatic

// The program that DIKit's slides explain it with.

final class URLSession: Sendable {}
final class Cache: Sendable {}

final class APIClient: Injectable {
    struct Dependency {
        let urlSession: URLSession
        let cache: Cache
    }

    let dependency: Dependency

    init(dependency: Dependency) {
        self.dependency = dependency
    }
}

final class UserProfileViewController: Injectable {
    struct Dependency {
        let userID: Int64
        let apiClient: APIClient
    }

    let dependency: Dependency

    init(dependency: Dependency) {
        self.dependency = dependency
    }
}

protocol AppResolver: Resolver {
    func provideURLSession() -> URLSession
    func provideCache() -> Cache
}

final class Resolvers: AppResolver {
    private let session = URLSession()

    func provideURLSession() -> URLSession { session }
    func provideCache() -> Cache { Cache() }
}

@main
struct Program {
    static func main() {
        let resolver = Resolvers()
        let controller = resolver.resolveUserProfileViewController(userID: 7)
        print(controller.dependency.userID)
        print(controller.dependency.apiClient.dependency.urlSession === resolver.resolveURLSession())
        print(controller.dependency.apiClient.dependency.cache === resolver.resolveCache())
    }
}
