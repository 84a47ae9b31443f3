import IOCStatic

struct Client: Sendable {}

final class View: PropertyInjectable {
    struct Dependency {
        let client: Client
        let model: Model
        let view: String
    }

    var dependency: Dependency!
}

final class Plain: PropertyInjectable {
    var dependency: (client: Client, size: Int)!
}

struct Model: Injectable {
    struct Dependency {
        let client: Client
        let userID: Int
    }

    let dependency: Dependency
    init(dependency: Dependency) throws { self.dependency = dependency }
}

class Controller: FactoryMethodInjectable {
    struct Dependency {
        let client: Client
        let nib: String
    }

    required init() {}

    static func makeInstance(dependency: Dependency) -> Self {
        print("from", dependency.nib)
        return Self()
    }
}

protocol AppResolver: Resolver {
    func provideClient() -> Client
}

struct Resolvers: AppResolver {
    func provideClient() -> Client { Client() }
}

@main
struct Program {
    static func main() throws {
        let resolver = Resolvers()
        let view = View()
        try resolver.injectToView(view, view: "v", userID: 7)
        print(view.dependency.model.dependency.userID, view.dependency.view)
        let plain = Plain()
        resolver.injectToPlain(plain, size: 3)
        print(plain.dependency.size)
        _ = resolver.resolveController(nib: "Main")
    }
}
