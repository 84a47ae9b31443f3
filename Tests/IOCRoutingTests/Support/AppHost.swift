import IOCRouting

class AppScreen: RoutedScreen {
    typealias Base = AppScreen

    let name: String
    weak var parent: AppContainer?
    weak var presenter: AppScreen?
    var presented: AppScreen?

    init(named name: String) { self.name = name }
}

class AppContainer: AppScreen {
    let behavior: ContainerBehavior
    var contained: [AppScreen] = []
    var selected: AppScreen?

    init(named name: String, _ behavior: ContainerBehavior, _ children: [AppScreen]) {
        self.behavior = behavior
        super.init(named: name)
        hold(children)
    }

    var visible: [AppScreen] {
        let index = contained.firstIndex { $0 === selected }
        return behavior.visibleIndices(count: contained.count, selected: index).map { contained[$0] }
    }

    func hold(_ screens: [AppScreen]) {
        for screen in contained { screen.parent = nil }
        contained = screens
        for screen in screens { screen.parent = self }
        if !screens.contains(where: { $0 === selected }) { selected = screens.first }
    }
}

final class AppStack: AppContainer, PrefilledContainer {
    typealias Role = StackRole

    init(children: [AppScreen]) { super.init(named: "stack", .stack, children) }
}

final class AppTabs: AppContainer, PrefilledContainer {
    typealias Role = TabsRole

    init(children: [AppScreen]) { super.init(named: "tabs", .tabs, children) }
}

struct Refused: Error { let reason: String }

class AppHost: ScreenHost {
    private(set) var root: AppScreen?

    nonisolated init() {}

    func parent(of screen: AppScreen) -> AppScreen? { screen.parent }
    func presented(by screen: AppScreen) -> AppScreen? { screen.presented }
    func presenter(of screen: AppScreen) -> AppScreen? { screen.presenter }
    func name(of screen: AppScreen) -> String { screen.name }
    func phase(of screen: AppScreen) -> ScreenPhase { isInTree(screen) ? .live : .detached }
    func container(_ screen: AppScreen) -> (any ContainerPort<AppScreen>)? {
        (screen as? AppContainer).map { AppPort(host: self, container: $0) }
    }

    func present(_ screen: AppScreen, on presenter: AppScreen, style: PresentationStyle, animated: Bool) async throws {
        guard isInTree(presenter) else { throw Refused(reason: "\(presenter.name) is not shown") }
        guard presenter.presented == nil else { throw Refused(reason: "\(presenter.name) presents already") }
        try requirePlace(for: screen, in: presenter)
        presenter.presented = screen
        screen.presenter = presenter
    }

    func dismissPresented(from presenter: AppScreen, animated: Bool) async throws {
        guard let screen = presenter.presented else { throw Refused(reason: "\(presenter.name) presents nothing") }
        // Everything above the screen is dismissed, too.
        for inner in ScreenTree(self).subtree(of: screen) + [presenter] {
            inner.presented?.presenter = nil
            inner.presented = nil
        }
    }

    func replaceRoot(_ screen: AppScreen?, animated: Bool) async throws {
        if let screen, screen !== root { try requirePlace(for: screen, in: nil) }
        root = screen
    }

    func isInTree(_ screen: AppScreen) -> Bool {
        var next = screen
        while let above = next.parent ?? next.presenter { next = above }
        return next === root
    }

    /// A screen is in one place only, and never inside itself.
    func requirePlace(for screen: AppScreen, in place: AppScreen?) throws {
        guard screen.parent == nil, screen.presenter == nil, screen !== root else {
            throw Refused(reason: "\(screen.name) has a place already")
        }
        var next = place
        while let above = next {
            guard above !== screen else { throw Refused(reason: "\(screen.name) would be inside itself") }
            next = above.parent ?? above.presenter
        }
    }
}

struct AppPort: ContainerPort {
    let host: AppHost
    let container: AppContainer

    var contained: [AppScreen] { container.contained }
    var visible: [AppScreen] { container.visible }
    var behavior: ContainerBehavior { container.behavior }

    func reveal(_ screen: AppScreen, animated: Bool) async throws {
        guard let index = contained.firstIndex(where: { $0 === screen }) else {
            throw Refused(reason: "\(container.name) does not hold \(screen.name)")
        }
        if behavior.revealing == .truncates { container.hold(Array(contained[...index])) }
        container.selected = screen
    }

    func setContained(_ screens: [AppScreen], animated: Bool) async throws {
        guard Set(screens.map { ObjectIdentifier($0) }).count == screens.count else {
            throw Refused(reason: "a screen is in \(container.name) twice")
        }
        for screen in screens where screen.parent !== container { try host.requirePlace(for: screen, in: container) }
        container.hold(screens)
    }
}
