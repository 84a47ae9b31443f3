import IOCStatic

struct Log: Sendable {
    var name: String
}

struct ProfileModel: Injectable {
    struct Dependency {
        let auditLog: Log
        let errorLog: Log
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

struct Profile {
    /// Its flat name would be the name of the one above.
    struct Model: Injectable {
        struct Dependency {
            let `default`: ProfileModel
            let `in`: Int
            let `inout`: Int
            let `self`: String
        }

        let dependency: Dependency
        init(dependency: Dependency) { self.dependency = dependency }
    }
}

/// Two properties of one name in what is made together, and one that is called like a type.
struct Pair: Injectable {
    struct Dependency {
        let model: ProfileModel
        let other: Other
        let Log: Other
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

final class Other: Injectable {
    struct Dependency {
        let model: Deep
    }

    init(dependency: Dependency) {}
}

struct Deep: Injectable {
    struct Dependency {
        let `in`: Int
    }

    init(dependency: Dependency) {}
}

protocol AppResolver: Resolver {
    func provideAuditLog() -> Log
    func provideErrorLog() -> Log
}

struct Resolvers: AppResolver {
    func provideAuditLog() -> Log { Log(name: "audit") }
    func provideErrorLog() -> Log { Log(name: "error") }
}

@main
struct Program {
    static func main() {
        let resolver = Resolvers()
        let model = resolver.resolveProfile_Model(in: 1, `inout`: 2, self: "s")
        print(model.dependency.default.dependency.auditLog.name, model.dependency.default.dependency.errorLog.name)
        print(model.dependency.in, model.dependency.inout, model.dependency.`self`)
        print(resolver.resolvePair(in: 3).dependency.model.dependency.errorLog.name)
        print(resolver.resolveErrorLog().name, resolver.resolveAuditLog().name)
    }
}
