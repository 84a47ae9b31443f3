/// One change to a tree, with the screens by name.
public enum RoutingOperation: Hashable, Sendable, CustomStringConvertible {
    /// A presented screen goes, with everything above it.
    case dismiss(screen: String, from: String)
    /// A container shows one of its screens.
    case reveal(screen: String, in: String)
    /// A screen is presented over another.
    case present(screen: String, on: String, style: PresentationStyle)
    /// A container holds these screens from now on.
    case setContained(container: String, screens: [String])
    /// A screen becomes the root.
    case replaceRoot(screen: String)

    /// The operation as a call.
    public var description: String {
        switch self {
        case .dismiss(let screen, let from): "dismiss \(screen) from \(from)"
        case .reveal(let screen, let container): "reveal \(screen) in \(container)"
        case .present(let screen, let on, let style): "present \(screen) on \(on) (\(style))"
        case .setContained(let container, let screens): "set \(container) to [\(screens.joined(separator: ", "))]"
        case .replaceRoot(let screen): "replace the root by \(screen)"
        }
    }
}
