// swift-format-ignore-file
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import IOCStatic

#if DEBUG
struct Probe: Injectable {
    struct Dependency {
        let clock: Clock
    }

    init(dependency: Dependency) {}
}
#endif

#if os(Linux)
struct Clock: Injectable {
    init(dependency: ()) {}
    var name: String { "linux" }
}
#else
struct Clock: Injectable {
    init(dependency: ()) {}
    var name: String { "other" }
}
#endif

@available(macOS 99, *)
struct Fresh: Injectable {
    struct Dependency {
        let clock: Clock
        let id: UUID
    }

    init(dependency: Dependency) {}
}

protocol AppResolver: Resolver {
    #if !DEBUG
    func provideProbe() -> String
    #endif
}

struct Resolvers: AppResolver {
    func provideProbe() -> String { "none" }
}

@main
struct Program {
    static func main() {
        print(Resolvers().resolveString())
        print(Resolvers().resolveClock().name)
    }
}
