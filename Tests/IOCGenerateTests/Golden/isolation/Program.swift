import IOCStatic

@globalActor
actor Disk {
    static let shared = Disk()
}

actor Counter: Injectable {
    struct Dependency: Sendable {
        let start: Int
    }

    let start: Int
    init(dependency: Dependency) { start = dependency.start }
}

@Disk
final class Archive: Injectable {
    struct Dependency: Sendable {
        let counter: Counter
    }

    let counter: Counter
    init(dependency: Dependency) { counter = dependency.counter }
}

@MainActor
class Widget {}

/// Belongs to the main actor through its superclass.
final class Screen: Widget, Injectable {
    struct Dependency {
        let counter: Counter
        let theme: Theme
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

@MainActor
final class Theme: Sendable {
    nonisolated init() {}
}

/// Needs things of two actors.
@MainActor
final class Window: Injectable {
    struct Dependency {
        let archive: Archive
        let screen: Screen
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

@MainActor
final class Badge: Injectable {
    struct Dependency: Sendable {
        let counter: Counter
    }

    let counter: Counter
    nonisolated init(dependency: Dependency) { counter = dependency.counter }
}

@MainActor
final class Panel: @MainActor PropertyInjectable {
    struct Dependency {
        let screen: Screen
    }

    var dependency: Dependency!
}

protocol AppResolver: Resolver, Sendable {
    @MainActor func provideTheme() -> Theme
}

@MainActor
protocol MainResolver: Resolver {
    func provideTheme() -> Theme
    nonisolated func provideStart() -> Int
}

struct Resolvers: AppResolver {
    @MainActor func provideTheme() -> Theme { Theme() }
}

struct MainResolvers: MainResolver {
    func provideTheme() -> Theme { Theme() }
    nonisolated func provideStart() -> Int { 9 }
}

func elsewhere(_ resolver: Resolvers) async -> (Int, Int, Int) {
    let badge = resolver.resolveBadge(start: 3)
    let archive = await resolver.resolveArchive(start: 4)
    let window = await resolver.resolveWindow(start: 5)
    return (badge.counter.start, archive.counter.start, window.dependency.archive.counter.start)
}

@main
struct Program {
    static func main() async {
        let resolver = Resolvers()
        print(resolver.resolveScreen(start: 1).dependency.counter.start)
        let panel = Panel()
        resolver.injectToPanel(panel, start: 2)
        print(panel.dependency.screen.dependency.counter.start)
        print(await elsewhere(resolver))
        print(MainResolvers().resolveScreen().dependency.counter.start)
        print(await MainResolvers().resolveArchive().counter.start)
    }
}
