import IOCStatic

// Every way in which a type comes to be injectable, and a dependency to be declared.

struct Clock: Sendable {}
typealias Timepiece = Clock

protocol ViewModel: Injectable {}

struct Refined: ViewModel {
    struct Dependency {
        let clock: Clock
    }

    init(dependency: Dependency) {}
}

struct Extended {
    let clock: Clock
}

extension Extended: Injectable {
    struct Dependency {
        let clock: Timepiece
    }

    init(dependency: Dependency) { clock = dependency.clock }
}

class Base: Injectable {
    struct Dependency {
        let refined: Refined
    }

    required init(dependency: Dependency) {}
}

final class Derived: Base {}

struct Elsewhere {
    let derived: Derived
    let clock: Clock
}

struct Aliased: Injectable {
    typealias Dependency = Elsewhere

    let dependency: Elsewhere
    init(dependency: Elsewhere) { self.dependency = dependency }
}

struct Defaulted: Injectable {
    struct Dependency {
        static let shared = 1
        let fixed = 2
        var retries = 3
        var clock: Clock? = nil
        var name: String = "none"
        lazy var late = 4
        var computed: Int { 5 }
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

final class ListDependency {
    let aliased: Aliased

    init(_ aliased: Aliased) { self.aliased = aliased }
}

struct List: Injectable, IOCStatic.FactoryMethodInjectable {
    let dependency: ListDependency
    init(dependency: ListDependency) { self.dependency = dependency }
    static func makeInstance(dependency: ListDependency) -> List { List(dependency: dependency) }
}

extension AppResolver {
    func provideClock() -> Clock { Clock() }
}

protocol AppResolver: Resolver {}

struct Resolvers: AppResolver {}

@main
struct Program {
    static func main() {
        let resolver = Resolvers()
        _ = resolver.resolveExtended()
        _ = resolver.resolveDerived()
        let defaulted = resolver.resolveDefaulted()
        print(defaulted.dependency.retries, defaulted.dependency.clock != nil, defaulted.dependency.name)
        print(type(of: resolver.resolveList().dependency.aliased.dependency.derived))
    }
}
