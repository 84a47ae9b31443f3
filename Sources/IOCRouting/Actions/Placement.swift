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
