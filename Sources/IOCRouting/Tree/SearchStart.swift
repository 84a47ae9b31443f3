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
