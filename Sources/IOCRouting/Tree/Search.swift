/// The screens that a search visits, in order.
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
