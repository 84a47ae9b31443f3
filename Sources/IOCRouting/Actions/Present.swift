/// Presents the screen over the one before it.
public struct Present: ScreenAction {
    /// The style in which it is shown.
    public var style: PresentationStyle

    /// Presents in a style.
    public init(_ style: PresentationStyle = .automatic) {
        self.style = style
    }

    /// Over the origin; throws ``RoutingError`` where there is none.
    public func placement(in situation: ActionSituation) throws -> Placement {
        guard situation.origin != nil else {
            throw RoutingError(
                .actionFailed, wanted: "a screen to present on", found: "an empty tree",
                action: "use ReplaceRoot where there may be no root yet")
        }
        return .present(style)
    }
}
