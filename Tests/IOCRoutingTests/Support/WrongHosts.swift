import IOCRouting

/// The host of the documentation with one fault.
final class WrongHost: AppHost {
    enum Fault { case stealsScreens, hidesParents, isAlwaysLive, leavesAbove, dropsPresented }

    private let fault: Fault

    init(_ fault: Fault) {
        self.fault = fault
        super.init()
    }

    override func requirePlace(for screen: AppScreen, in place: AppScreen?) throws {
        guard fault == .stealsScreens else { return try super.requirePlace(for: screen, in: place) }
        var next = place
        while let above = next {
            guard above !== screen else { throw Refused(reason: "\(screen.name) would be inside itself") }
            next = above.parent ?? above.presenter
        }
    }

    override func parent(of screen: AppScreen) -> AppScreen? {
        fault == .hidesParents ? nil : super.parent(of: screen)
    }

    override func phase(of screen: AppScreen) -> ScreenPhase {
        fault == .isAlwaysLive ? .live : super.phase(of: screen)
    }

    override func dismissPresented(from presenter: AppScreen, animated: Bool) async throws {
        guard fault == .leavesAbove, let screen = presenter.presented else {
            return try await super.dismissPresented(from: presenter, animated: animated)
        }
        screen.presenter = nil
        presenter.presented = nil
    }

    override func replaceRoot(_ screen: AppScreen?, animated: Bool) async throws {
        let former = root
        try await super.replaceRoot(screen, animated: animated)
        guard fault == .dropsPresented, let former, former !== screen else { return }
        former.presented?.presenter = nil
        former.presented = nil
    }
}

/// Tabs with one fault in the way they change their content.
final class WrongTabs: AppContainer {
    enum Fault { case reverses, keepsParents, forgetsSelection }

    private let fault: Fault

    init(_ fault: Fault, _ children: [AppScreen]) {
        self.fault = fault
        super.init(named: "wrong", .tabs, children)
    }

    override func hold(_ screens: [AppScreen]) {
        let before = contained
        super.hold(fault == .reverses ? screens.reversed() : screens)
        if fault == .keepsParents { for screen in before { screen.parent = self } }
        if fault == .forgetsSelection { selected = contained.first }
    }
}
