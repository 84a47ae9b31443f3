/// Presents the screen over the one before it.
public struct Present: ScreenAction {
    /// How it is shown.
    public var style: PresentationStyle

    /// Presents in a style.
    public init(_ style: PresentationStyle = .automatic) {
        self.style = style
    }

    /// Over the origin; throws ``RoutingError`` where that presents already, or where there is none.
    public func placement(in situation: ActionSituation) throws -> Placement {
        guard let origin = situation.origin else {
            throw RoutingError(
                .actionFailed, wanted: "a screen to present on", found: "an empty tree",
                action: "use ReplaceRoot where there may be no root yet")
        }
        guard !situation.isPresenting else {
            throw RoutingError(
                .alreadyPresenting, wanted: "a screen that presents nothing", found: "\(origin) presents one already",
                action: "start at the topmost screen (`.current()`), or dismiss what is presented first")
        }
        return .present(style)
    }
}
