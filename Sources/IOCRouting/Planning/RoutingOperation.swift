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

    /// The kind of the change.
    public let kind: Kind
    /// The screens it is about; all that the container holds from then on for ``Kind/setContained``.
    public let screens: [String]
    /// The presenter or container; nil for ``Kind/replaceRoot``.
    public let place: String?
    /// The style of the presentation; nil for other kinds.
    public let style: PresentationStyle?
    /// The operation as a call.
    public let description: String

    private init(
        _ kind: Kind, _ screens: [String], in place: String? = nil, style: PresentationStyle? = nil, _ text: String
    ) {
        self.kind = kind
        self.screens = screens
        self.place = place
        self.style = style
        description = text
    }

    /// A presented screen goes, with everything above it.
    public static func dismiss(screen: String, from place: String) -> Self {
        Self(.dismiss, [screen], in: place, "dismiss \(screen) from \(place)")
    }

    /// A container shows one of its screens.
    public static func reveal(screen: String, in place: String) -> Self {
        Self(.reveal, [screen], in: place, "reveal \(screen) in \(place)")
    }

    /// A screen is presented over another.
    public static func present(screen: String, on place: String, style: PresentationStyle) -> Self {
        Self(.present, [screen], in: place, style: style, "present \(screen) on \(place) (\(style))")
    }

    /// A container holds these screens from now on.
    public static func setContained(container: String, screens: [String]) -> Self {
        Self(.setContained, screens, in: container, "set \(container) to [\(screens.joined(separator: ", "))]")
    }

    /// A screen becomes the root.
    public static func replaceRoot(screen: String) -> Self {
        Self(.replaceRoot, [screen], "replace the root by \(screen)")
    }
}
