import IOCRouting

/// The smallest host with one of its rules left out.
final class FaultyHost: AppHost {
    enum Fault: CaseIterable {
        case acceptsCircles, stealsContained, stealsPresented, takesTheRoot
    }

    private let fault: Fault

    init(_ fault: Fault) { self.fault = fault }

    override func requirePlace(for screen: AppScreen, in place: AppScreen?) throws {
        let hasPlace =
            fault != .stealsContained && screen.parent != nil || fault != .stealsPresented && screen.presenter != nil
            || fault != .takesTheRoot && screen === root
        if hasPlace { throw Refused(reason: "\(screen.name) has a place already") }
        guard fault != .acceptsCircles else { return }
        var next = place
        while let above = next {
            guard above !== screen else { throw Refused(reason: "\(screen.name) would be inside itself") }
            next = above.parent ?? above.presenter
        }
    }
}

/// Tabs that select the first one whenever they change.
final class ForgetfulTabs: AppContainer {
    init(_ children: [AppScreen]) { super.init(named: "tabs", .tabs, children) }

    override func hold(_ screens: [AppScreen]) {
        super.hold(screens)
        selected = screens.first
    }
}

/// The smallest host, which says or does one thing wrongly.
final class WrongHost: AppHost {
    enum Fault: CaseIterable {
        case tellsNoParent, tellsNoPresenter, tellsNothingPresented
        case isAlwaysLive, leavesAbove, dropsPresented, keepsRoot
    }

    private let fault: Fault

    init(_ fault: Fault) { self.fault = fault }

    override func parent(of screen: AppScreen) -> AppScreen? {
        fault == .tellsNoParent ? nil : super.parent(of: screen)
    }
    override func presenter(of screen: AppScreen) -> AppScreen? {
        fault == .tellsNoPresenter ? nil : super.presenter(of: screen)
    }
    override func presented(by screen: AppScreen) -> AppScreen? {
        fault == .tellsNothingPresented ? nil : super.presented(by: screen)
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
        if fault == .keepsRoot, screen == nil { return }
        let former = root
        try await super.replaceRoot(screen, animated: animated)
        guard fault == .dropsPresented, let former, former !== screen else { return }
        former.presented?.presenter = nil
        former.presented = nil
    }
}

/// A container that does one thing wrongly when it comes to hold other screens.
final class WrongContainer: AppContainer {
    enum Fault: CaseIterable { case turnsRound, keepsParents, losesTheLast, showsTheLast, neverEmpties }

    private let fault: Fault

    init(_ fault: Fault, _ children: [AppScreen]) {
        self.fault = fault
        super.init(named: "wrong", .tabs, children)
    }

    override func hold(_ screens: [AppScreen]) {
        let before = contained
        switch fault {
        case .turnsRound: super.hold(screens.reversed())
        case .keepsParents:
            super.hold(screens)
            for screen in before { screen.parent = self }
        case .losesTheLast: super.hold(screens.count > 1 ? screens.dropLast() : screens)
        case .showsTheLast: super.hold(screens)
        case .neverEmpties: super.hold(screens.isEmpty ? before : screens)
        }
    }

    override var visible: [AppScreen] {
        fault == .showsTheLast ? contained.suffix(1) : super.visible
    }
}
