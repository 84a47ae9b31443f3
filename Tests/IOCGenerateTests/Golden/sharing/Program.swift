import IOCStatic

/// Counts its instances.
final class Log: Injectable {
    nonisolated(unsafe) static var count = 0

    struct Dependency {}

    init(dependency: Dependency) { Self.count += 1 }
}

final class Store: Injectable {
    struct Dependency {
        let log: Log
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

final class Left: Injectable {
    struct Dependency {
        let store: Store
        let log: Log
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

final class Right: Injectable {
    struct Dependency {
        let backing: Store
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

final class Top: Injectable {
    struct Dependency {
        let left: Left
        let right: Right
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

/// Reaches everything through one property, and so leaves the work to the other's function.
final class Window: Injectable {
    struct Dependency {
        let content: Top
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

protocol AppResolver: Resolver {}

struct Resolvers: AppResolver {}

@main
struct Program {
    static func main() {
        let top = Resolvers().resolveWindow().dependency.content
        print(Log.count)
        print(top.dependency.left.dependency.store === top.dependency.right.dependency.backing)
        print(top.dependency.left.dependency.log === top.dependency.left.dependency.store.dependency.log)
    }
}
