/// Shows the screen as a split's details.
public struct PushToDetails: ContainerAction {
    /// It fits splits.
    public typealias Role = SplitRole

    private let replaces: Bool

    /// Takes the place of the details, or goes on top of them.
    public init(replacing: Bool = true) {
        replaces = replacing
    }

    /// After the primary screen; throws ``RoutingError`` where there is none.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        guard let primary = contained.first else {
            throw RoutingError(
                .actionFailed, wanted: "a primary screen beside which details can show", found: "an empty split",
                action: "set the primary screen first, with SetAsPrimary or in the split's factory")
        }
        contained = (replaces ? [primary] : contained) + [element]
    }
}
