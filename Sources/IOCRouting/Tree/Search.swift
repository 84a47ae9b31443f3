/// The screens that a finder visits, in order.
public struct Search<Screen: RoutedScreen> where Screen.Base == Screen {
    private enum Kind {
        case options(SearchOptions, SearchStart<Screen>)
        case custom(@MainActor (ScreenTree<Screen>) throws -> [Screen])
    }

    private let kind: Kind

    /// Creates a search by options from a start.
    public init(_ options: SearchOptions = .fullStack, from start: SearchStart<Screen> = .topmost) {
        kind = .options(options, start)
    }

    private init(kind: Kind) {
        self.kind = kind
    }

    /// A search in an order of your own.
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
    /// The screen on top of everything that is presented.
    case topmost
    /// The root.
    case root
    /// A screen of your choice. The search finds nothing if the closure returns nil.
    case custom(@MainActor (ScreenTree<Screen>) throws -> Screen?)
}
