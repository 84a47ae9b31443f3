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
    /// What shows in it.
    public static let visible = SearchOptions(rawValue: 1 << 1)
    /// All it contains, what shows first.
    public static let contained = SearchOptions(rawValue: 1 << 2)
    /// What is presented over it.
    public static let presented = SearchOptions(rawValue: 1 << 3)
    /// What presents it, and what presents that.
    public static let presenting = SearchOptions(rawValue: 1 << 4)
    /// The containers that hold it.
    public static let parent = SearchOptions(rawValue: 1 << 5)

    /// The screen and what shows in it.
    public static let currentVisibleOnly: SearchOptions = [.current, .visible]
    /// The screen and everything in it.
    public static let currentAllStack: SearchOptions = [.current, .contained]
    /// The screen and what is presented over it, with what shows there.
    public static let currentAndUp: SearchOptions = [.current, .visible, .presented]
    /// The screen and what presents it, with what shows there.
    public static let currentAndDown: SearchOptions = [.current, .visible, .presenting]
    /// What shows, in every layer of presentation.
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

/// Where a search starts.
public enum SearchStart<Screen: RoutedScreen> where Screen.Base == Screen {
    /// At the screen on top of everything presented.
    case topmost
    /// At the root.
    case root
    /// At a screen of your choice; nil finds nothing.
    case custom(@MainActor (ScreenTree<Screen>) throws -> Screen?)
}

extension SearchStart: CustomStringConvertible {
    /// Where it starts, in words.
    public var description: String {
        switch self {
        case .topmost: "the topmost screen"
        case .root: "the root"
        case .custom: "a screen of choice"
        }
    }
}

/// Which screens a search visits, in which order.
public struct Search<Screen: RoutedScreen>: CustomStringConvertible where Screen.Base == Screen {
    private enum Kind {
        case options(SearchOptions, SearchStart<Screen>)
        case custom(@MainActor (ScreenTree<Screen>) throws -> [Screen])
    }

    private let kind: Kind
    /// Equal for searches that visit the same screens; nil where that cannot be told.
    let key: String?

    /// A search by options from a start.
    public init(_ options: SearchOptions = .fullStack, from start: SearchStart<Screen> = .topmost) {
        key =
            switch start {
            case .topmost: "options \(options.rawValue) from the topmost"
            case .root: "options \(options.rawValue) from the root"
            case .custom: nil
            }
        kind = .options(options, start)
    }

    /// Where it looks and where it starts, in words.
    public var description: String {
        switch kind {
        case .options(let options, let start): "\(options) from \(start)"
        case .custom: "in an order of its own"
        }
    }

    @MainActor func visit(_ tree: ScreenTree<Screen>) throws -> [Screen] {
        switch kind {
        case .custom(let visit): return try visit(tree)
        case .options(let options, let start):
            let screen: Screen? =
                switch start {
                case .topmost: tree.topmost
                case .root: tree.root
                case .custom(let find): try find(tree)
                }
            return screen.map { tree.screens(from: $0, options) } ?? []
        }
    }

    /// A search in an order of your own.
    public static func custom(_ visit: @escaping @MainActor (ScreenTree<Screen>) throws -> [Screen]) -> Search {
        Search(kind: .custom(visit), key: nil)
    }

    private init(kind: Kind, key: String?) {
        self.kind = kind
        self.key = key
    }
}
