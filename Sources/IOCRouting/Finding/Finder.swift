/// Answers whether a step's screen is in the tree already.
///
/// A finder is a plain type with one method on the main actor, so a class that conforms can be a component.
public protocol Finder<Output, Input> {
    /// The class of the screen.
    associatedtype Output: RoutedScreen
    /// The input of the route.
    associatedtype Input

    /// The screen, or nil where it is not in the tree. What is thrown ends the navigation before anything changes.
    @MainActor func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output?
}
