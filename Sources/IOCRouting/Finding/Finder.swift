/// Answers whether a step's screen is in the tree already.
///
/// A finder is a plain type with one method on the main actor, so a class that conforms can be a component.
public protocol Finder<Output, Context> {
    /// The class of the screen.
    associatedtype Output: RoutedScreen
    /// What the route is called with.
    associatedtype Context

    /// The screen, or nil where it is not in the tree. What is thrown ends the navigation before anything changes.
    @MainActor func find(with context: Context, in tree: ScreenTree<Output.Base>) throws -> Output?
}

/// A finder that says which screens it means and leaves the looking to a search.
public protocol IteratingFinder<Output, Context>: Finder {
    /// The class of the screen.
    associatedtype Output
    /// What the route is called with.
    associatedtype Context

    /// Which screens are visited, in which order.
    var search: Search<Output.Base> { get }

    /// Whether a visited screen is the one.
    @MainActor func isTarget(_ screen: Output, for context: Context) throws -> Bool
}

extension IteratingFinder {
    /// The first visited screen that is the target.
    @MainActor public func find(with context: Context, in tree: ScreenTree<Output.Base>) throws -> Output? {
        for case let screen as Output in try search.visit(tree) where try isTarget(screen, for: context) {
            return screen
        }
        return nil
    }
}

/// A finder that can tell that another one finds the same.
protocol RecognizableFinder {
    var key: String? { get }
}
