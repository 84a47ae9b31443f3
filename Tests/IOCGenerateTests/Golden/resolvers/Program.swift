import IOCStatic

struct Clock: Sendable {
    var name = "clock"
}

struct Report: Injectable {
    struct Dependency: Sendable {
        let clock: Clock
        let title: String
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

protocol CoreResolver: Resolver {
    func provideClock() -> Clock
}

/// Provides what it inherits, and one thing more.
protocol AppResolver: CoreResolver {
    func provideTitle() -> String
}

struct Resolvers: AppResolver {
    func provideClock() -> Clock { Clock() }
    func provideTitle() -> String { "title" }
}

/// A type may be a resolver itself.
final class Direct: Resolver {
    func provideTitle() -> String { "direct" }
}

actor Guarded: Resolver {
    private var calls = 0

    func provideClock() -> Clock {
        calls += 1
        return Clock(name: "clock \(calls)")
    }
}

@main
struct Program {
    static func main() async {
        print(Resolvers().resolveReport().dependency.title)
        let core: some CoreResolver = Resolvers()
        print(core.resolveReport(title: "core").dependency.title)
        print(Direct().resolveReport(clock: Clock()).dependency.title)
        let guarded = Guarded()
        _ = await guarded.resolveReport(title: "one")
        print(await guarded.resolveReport(title: "two").dependency.clock.name)
    }
}
