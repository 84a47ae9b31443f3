/// Puts a new screen into the tree at another one: presents it, makes it the root, or nothing.
public protocol ScreenAction {
    /// Where the screen goes; throws where that cannot be.
    @MainActor func placement(in situation: ActionSituation) throws -> Placement
}

/// What an action knows of the screen it starts at.
public struct ActionSituation: Hashable, Sendable, CustomStringConvertible {
    /// The screen's name, or nil where the tree is empty.
    public var origin: String?
    /// Whether that screen presents one already.
    public var isPresenting: Bool

    /// A situation made of its facts.
    public init(origin: String?, isPresenting: Bool = false) {
        self.origin = origin
        self.isPresenting = isPresenting
    }

    /// The situation in words.
    public var description: String {
        guard let origin else { return "an empty tree" }
        return isPresenting ? "\(origin), which presents a screen" : origin
    }
}

/// Where a new screen goes.
public enum Placement: Hashable, Sendable, CustomStringConvertible {
    /// Over the screen the action starts at.
    case present(PresentationStyle)
    /// At the root, in place of everything.
    case replaceRoot
    /// Nowhere: it is in its place already.
    case nothing

    /// The place in words.
    public var description: String {
        switch self {
        case .present(let style): "presented (\(style))"
        case .replaceRoot: "at the root"
        case .nothing: "where it is"
        }
    }
}

/// Puts a new screen into a container of one role.
public protocol ContainerAction {
    /// The kind of container it fits.
    associatedtype Role: ContainerRole

    /// Changes what the container holds. The planner calls this with stand-ins, the router with screens.
    @MainActor func embed<Element>(_ element: Element, in contained: inout [Element]) throws
}
