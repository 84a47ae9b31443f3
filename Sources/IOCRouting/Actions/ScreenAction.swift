/// Places a new screen relative to the screen of the step before: presents it, makes it the root, or leaves it in place.
public protocol ScreenAction {
    /// Where the screen goes. Throw if it can't go there.
    /// - Parameter origin: The name of the screen of the step before; nil if the tree is empty.
    @MainActor func placement(from origin: String?) throws -> Placement
}

/// Where a new screen goes.
public enum Placement: Hashable, Sendable {
    /// Presented on the screen of the step before.
    case present(PresentationStyle)
    /// At the root of the tree, in place of everything.
    case replaceRoot
    /// Nowhere: the screen is already in its place.
    case nothing
}

/// Presents the screen on the screen of the step before.
public struct Present: ScreenAction {
    /// The style in which the screen is presented.
    public var style: PresentationStyle

    /// Creates an action that presents in a style.
    public init(_ style: PresentationStyle = .automatic) {
        self.style = style
    }

    /// Presented on the screen of the step before.
    public func placement(from origin: String?) throws -> Placement { .present(style) }
}

/// Makes the screen the root of the tree.
public struct ReplaceRoot: ScreenAction {
    /// Creates an action that replaces the root.
    public init() {}

    /// At the root.
    public func placement(from origin: String?) throws -> Placement { .replaceRoot }
}

/// Leaves the screen where it is.
public struct Nothing: ScreenAction {
    /// Creates an action that changes nothing.
    public init() {}

    /// Nowhere.
    public func placement(from origin: String?) throws -> Placement { .nothing }
}
