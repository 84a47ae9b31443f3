/// Which screens a search visits, relative to the screen at which it starts.
///
/// The order is always the same: the screen itself, its containers upwards, the screens that it contains (the visible ones
/// first), the screens presented above, the screens that present it.
public struct SearchOptions: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// The bits.
    public let rawValue: Int

    /// Creates options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The screen at which the search starts.
    public static let current = SearchOptions(rawValue: 1 << 0)
    /// The visible screens in it.
    public static let visible = SearchOptions(rawValue: 1 << 1)
    /// All screens in it, the visible ones first.
    public static let contained = SearchOptions(rawValue: 1 << 2)
    /// The screens presented above it.
    public static let presented = SearchOptions(rawValue: 1 << 3)
    /// The screen that presents it, that screen's presenter, and so on.
    public static let presenting = SearchOptions(rawValue: 1 << 4)
    /// The containers that contain it.
    public static let parent = SearchOptions(rawValue: 1 << 5)

    /// The screen and the visible screens in it.
    public static let currentVisibleOnly: SearchOptions = [.current, .visible]
    /// The screen and everything in it.
    public static let currentAllStack: SearchOptions = [.current, .contained]
    /// The screen and the screens presented above it, with everything in them.
    public static let currentAndUp: SearchOptions = [.current, .contained, .presented]
    /// The screen and its presenters, with everything in them.
    public static let currentAndDown: SearchOptions = [.current, .contained, .presenting]
    /// The visible screens in every layer of presentation.
    public static let allVisible: SearchOptions = [.current, .visible, .presented, .presenting]
    /// All screens.
    public static let fullStack: SearchOptions = [.current, .contained, .presented, .presenting, .parent]

    private static let names: [(SearchOptions, String)] = [
        (.current, "current"), (.visible, "visible"), (.contained, "contained"), (.presented, "presented"),
        (.presenting, "presenting"), (.parent, "parent"),
    ]

    /// The options in words.
    public var description: String {
        let names = Self.names.filter { contains($0.0) }.map(\.1)
        return names.isEmpty ? "nowhere" : names.joined(separator: ", ")
    }
}
