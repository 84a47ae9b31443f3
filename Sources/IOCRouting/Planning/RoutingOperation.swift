/// One change to a tree, with the names of the screens.
public enum RoutingOperation: Hashable, Sendable, CustomStringConvertible {
    /// A presented screen is dismissed, with everything above it.
    case dismiss(screen: String, from: String)
    /// A container shows one of its screens.
    case reveal(screen: String, in: String)
    /// A screen is presented on another one.
    case present(screen: String, on: String, style: PresentationStyle)
    /// A container contains these screens from now on.
    case setContained(container: String, screens: [String])
    /// A screen becomes the root.
    case replaceRoot(screen: String)

    /// The operation as a call.
    public var description: String {
        switch self {
        case .dismiss(let screen, let presenter): "dismiss \(screen) from \(presenter)"
        case .reveal(let screen, let container): "reveal \(screen) in \(container)"
        case .present(let screen, let presenter, let style): "present \(screen) on \(presenter) (\(style))"
        case .setContained(let container, let screens): "set \(container) to [\(screens.joined(separator: ", "))]"
        case .replaceRoot(let screen): "replace the root by \(screen)"
        }
    }
}
