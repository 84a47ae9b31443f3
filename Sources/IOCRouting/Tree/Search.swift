/// A rule for the screens that a finder visits, and for their order.
public struct Search<Screen: RoutedScreen> where Screen.Base == Screen {
    private enum Kind {
        case options(SearchOptions, SearchStart<Screen>)
        case custom(@MainActor (ScreenTree<Screen>) throws -> [Screen])
    }

    private let kind: Kind

    /// Creates a search that starts at a screen and visits the screens that the options name.
    public init(_ options: SearchOptions = .fullStack, from start: SearchStart<Screen> = .topmost) {
        kind = .options(options, start)
    }

    private init(kind: Kind) {
        self.kind = kind
    }

    /// Creates a search that visits the screens that a closure returns.
    public static func custom(_ visit: @escaping @MainActor (ScreenTree<Screen>) throws -> [Screen]) -> Search {
        Search(kind: .custom(visit))
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
}

/// The screen at which a search starts.
public enum SearchStart<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The screen ``ScreenTree/topmost``.
    case topmost
    /// The root.
    case root
    /// The screen that a closure returns. The search finds nothing if the closure returns nil.
    case custom(@MainActor (ScreenTree<Screen>) throws -> Screen?)
}

/// The kinds of screens that a search visits, seen from the start, which is the screen at which the search starts.
///
/// The order is always the same: the start, its containers upwards, the screens that it contains (the visible ones
/// first), the screens presented above it, and the screens that present it.
public struct SearchOptions: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// The bits.
    public let rawValue: Int

    /// Creates options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The start.
    public static let current = SearchOptions(rawValue: 1 << 0)
    /// The visible screens inside the start.
    public static let visible = SearchOptions(rawValue: 1 << 1)
    /// All screens inside the start, the visible ones first.
    public static let contained = SearchOptions(rawValue: 1 << 2)
    /// The screens presented above the start.
    public static let presented = SearchOptions(rawValue: 1 << 3)
    /// The presenter of the start with its containers, then that presenter's own presenter, and so on.
    public static let presenting = SearchOptions(rawValue: 1 << 4)
    /// The containers above the start.
    public static let parent = SearchOptions(rawValue: 1 << 5)

    /// The start and the visible screens inside it.
    public static let currentVisibleOnly: SearchOptions = [.current, .visible]
    /// The start and everything inside it.
    public static let currentAllStack: SearchOptions = [.current, .contained]
    /// The start and the screens presented above it, with everything inside them.
    public static let currentAndUp: SearchOptions = [.current, .contained, .presented]
    /// The start and its presenters, with everything inside them.
    public static let currentAndDown: SearchOptions = [.current, .contained, .presenting]
    /// The start, the screens presented above it, and its presenters, with the visible screens inside them.
    public static let allVisible: SearchOptions = [.current, .visible, .presented, .presenting]
    /// All kinds of screens.
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

extension ScreenTree {
    /// Returns the screens that a search visits, each once and in order. Screens that are being dismissed are skipped.
    public func screens(from start: Screen, _ options: SearchOptions) -> [Screen] {
        var walk = SearchWalk(tree: self, options: options)
        walk.run(from: start)
        return walk.result
    }
}

@MainActor private struct SearchWalk<Screen: RoutedScreen> where Screen.Base == Screen {
    let tree: ScreenTree<Screen>
    let options: SearchOptions
    var result: [Screen] = []
    var visited: Set<ObjectIdentifier> = []
    var climbed: Set<ObjectIdentifier> = []

    init(tree: ScreenTree<Screen>, options: SearchOptions) {
        self.tree = tree
        self.options = options
    }

    mutating func run(from start: Screen) {
        guard !tree.isDismissing(start) else { return }
        if options.contains(.current) { visit(start) }
        if options.contains(.parent) {
            containers(above: start).forEach { visit($0) }
        }
        let below = descendants(of: start)
        below.forEach { visit($0) }
        if options.contains(.presented) {
            for screen in [start] + below { climb(from: screen) }
            if options.contains(.parent) {
                for container in containers(above: start) { climb(from: container) }
            }
        }
        if options.contains(.presenting) { descend(from: start) }
    }

    private mutating func visit(_ screen: Screen) {
        guard !tree.isDismissing(screen), visited.insert(ObjectIdentifier(screen)).inserted else { return }
        result.append(screen)
    }

    private func containers(above screen: Screen) -> [Screen] {
        var found: [Screen] = []
        var current = screen
        while let next = tree.parent(of: current), !found.contains(where: { $0 === next }) {
            found.append(next)
            current = next
        }
        return found
    }

    /// Returns the screens inside a screen at any depth: the visible screens first, then the others if the options
    /// contain `contained`.
    private func descendants(of screen: Screen) -> [Screen] {
        guard options.contains(.contained) || options.contains(.visible) else { return [] }
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(screen)]
        var result: [Screen] = []
        collect(below: screen, into: &result, &seen) { tree.visible(in: $0) }
        guard options.contains(.contained) else { return result }
        var all: [Screen] = []
        var walked: Set<ObjectIdentifier> = [ObjectIdentifier(screen)]
        collect(below: screen, into: &all, &walked) { tree.visible(in: $0) + tree.contained(in: $0) }
        return result + all.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    private func collect(
        below screen: Screen, into result: inout [Screen], _ seen: inout Set<ObjectIdentifier>,
        _ children: (Screen) -> [Screen]
    ) {
        for child in children(screen) where seen.insert(ObjectIdentifier(child)).inserted {
            result.append(child)
            collect(below: child, into: &result, &seen, children)
        }
    }

    private mutating func climb(from screen: Screen) {
        guard climbed.insert(ObjectIdentifier(screen)).inserted, let above = tree.presented(by: screen) else { return }
        let layer = [above] + descendants(of: above)
        layer.forEach { visit($0) }
        layer.forEach { climb(from: $0) }
    }

    private mutating func descend(from start: Screen) {
        var current = start
        var seen: Set<ObjectIdentifier> = []
        while seen.insert(ObjectIdentifier(current)).inserted {
            let layer = containers(above: current).last ?? current
            guard let presenter = tree.presenter(of: layer) else { return }
            visit(presenter)
            let bottom = containers(above: presenter)
            bottom.forEach { visit($0) }
            descendants(of: bottom.last ?? presenter).forEach { visit($0) }
            current = presenter
        }
    }
}
