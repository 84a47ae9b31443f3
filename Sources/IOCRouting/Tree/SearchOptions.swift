/// Where a search looks, seen from the screen it starts at.
///
/// The order is always the same: the screen itself, up through its containers, down into what it contains (what shows
/// first), what is presented above, what is presenting below.
public struct SearchOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The screen the search starts at.
    public static let current = SearchOptions(rawValue: 1 << 0)
    /// The visible screens in it.
    public static let visible = SearchOptions(rawValue: 1 << 1)
    /// All it contains: what shows first, in whichever branch.
    public static let contained = SearchOptions(rawValue: 1 << 2)
    /// The screens presented over it.
    public static let presented = SearchOptions(rawValue: 1 << 3)
    /// The presenting screen, and those above it in turn.
    public static let presenting = SearchOptions(rawValue: 1 << 4)
    /// The containers that hold it.
    public static let parent = SearchOptions(rawValue: 1 << 5)

    /// The screen and what shows in it.
    public static let currentVisibleOnly: SearchOptions = [.current, .visible]
    /// The screen and everything in it.
    public static let currentAllStack: SearchOptions = [.current, .contained]
    /// The screen and what is presented over it, with everything in them.
    public static let currentAndUp: SearchOptions = [.current, .contained, .presented]
    /// The screen and what presents it, with everything in them.
    public static let currentAndDown: SearchOptions = [.current, .contained, .presenting]
    /// The visible screens, in every layer of presentation.
    public static let allVisible: SearchOptions = [.current, .visible, .presented, .presenting]
    /// Everything.
    public static let fullStack: SearchOptions = [.current, .contained, .presented, .presenting, .parent]
}

extension SearchOptions: CustomStringConvertible {
    private static let names: [(SearchOptions, String)] = [
        (.current, "current"), (.visible, "visible"), (.contained, "contained"), (.presented, "presented"),
        (.presenting, "presenting"), (.parent, "parent"),
    ]

    /// Where it looks, in words.
    public var description: String {
        let names = Self.names.filter { contains($0.0) }.map(\.1)
        return names.isEmpty ? "nowhere" : names.joined(separator: ", ")
    }
}
