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
