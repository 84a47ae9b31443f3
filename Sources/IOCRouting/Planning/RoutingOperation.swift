/// One change to a tree, with the screens by name.
public struct RoutingOperation: Hashable, Sendable, CustomStringConvertible {
    /// The kind of the change. Kinds may be added.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The kind in a word or two.
        public let description: String

        /// A presented screen goes, with everything above it.
        public static let dismiss = Kind(description: "dismiss")
        /// A container shows one of its screens.
        public static let reveal = Kind(description: "reveal")
        /// A screen is presented over another.
        public static let present = Kind(description: "present")
        /// A container holds other screens from then on.
        public static let setContained = Kind(description: "set contained")
        /// A screen becomes the root.
        public static let replaceRoot = Kind(description: "replace root")
    }

    /// Of the rest each thing follows from this.
    private enum Change: Hashable {
        case dismiss(String, from: String)
        case reveal(String, in: String)
        case present(String, on: String, PresentationStyle)
        case setContained(String, to: [String])
        case replaceRoot(by: String)
    }

    private let change: Change

    /// The kind of the change.
    public var kind: Kind {
        switch change {
        case .dismiss: .dismiss
        case .reveal: .reveal
        case .present: .present
        case .setContained: .setContained
        case .replaceRoot: .replaceRoot
        }
    }

    /// The screens it is about; all that the container holds from then on for ``Kind/setContained``.
    public var screens: [String] {
        switch change {
        case .dismiss(let screen, _), .reveal(let screen, _), .present(let screen, _, _), .replaceRoot(let screen):
            [screen]
        case .setContained(_, let screens): screens
        }
    }

    /// The presenter or container; nil for ``Kind/replaceRoot``.
    public var place: String? {
        switch change {
        case .dismiss(_, let place), .reveal(_, let place), .present(_, let place, _), .setContained(let place, _):
            place
        case .replaceRoot: nil
        }
    }

    /// The style of the presentation; nil for other kinds.
    public var style: PresentationStyle? { if case .present(_, _, let style) = change { style } else { nil } }

    /// The operation as a call.
    public var description: String {
        switch change {
        case .dismiss(let screen, let place): "dismiss \(screen) from \(place)"
        case .reveal(let screen, let place): "reveal \(screen) in \(place)"
        case .present(let screen, let place, let style): "present \(screen) on \(place) (\(style))"
        case .setContained(let container, let screens): "set \(container) to [\(screens.joined(separator: ", "))]"
        case .replaceRoot(let screen): "replace the root by \(screen)"
        }
    }

    /// A presented screen goes, with everything above it.
    public static func dismiss(screen: String, from place: String) -> Self {
        Self(change: .dismiss(screen, from: place))
    }

    /// A container shows one of its screens.
    public static func reveal(screen: String, in place: String) -> Self {
        Self(change: .reveal(screen, in: place))
    }

    /// A screen is presented over another.
    public static func present(screen: String, on place: String, style: PresentationStyle) -> Self {
        Self(change: .present(screen, on: place, style))
    }

    /// A container holds these screens from now on.
    public static func setContained(container: String, screens: [String]) -> Self {
        Self(change: .setContained(container, to: screens))
    }

    /// A screen becomes the root.
    public static func replaceRoot(screen: String) -> Self {
        Self(change: .replaceRoot(by: screen))
    }
}
