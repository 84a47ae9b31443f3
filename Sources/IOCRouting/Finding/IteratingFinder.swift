/// A finder that says which screens it means and leaves the looking to a search.
public protocol IteratingFinder<Output, Input>: Finder {
    /// The class of the screen.
    associatedtype Output
    /// The input of the route.
    associatedtype Input

    /// The screens to visit, in order.
    var search: Search<Output.Base> { get }

    /// True if a visited screen is the one.
    @MainActor func isTarget(_ screen: Output, for input: Input) throws -> Bool
}

extension IteratingFinder {
    /// The first visited screen that is the target.
    @MainActor public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? {
        for case let screen as Output in try search.visit(tree) where try isTarget(screen, for: input) {
            return screen
        }
        return nil
    }
}
