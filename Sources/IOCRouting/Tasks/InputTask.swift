/// Gives an input to a step's screen, once the navigation can no longer fail.
///
/// Refusals come from ``prepare(with:)`` and ``check(_:with:)``, while nothing has changed yet;
/// ``perform(on:with:)`` cannot throw. So a failed navigation leaves every screen's input as it was.
public protocol InputTask<Output, Input> {
    /// The class of the screen; the host's root class for the router's own tasks.
    associatedtype Output: RoutedScreen
    /// The input of the route; `Any` for the router's own tasks.
    associatedtype Input

    /// Refuses an input by throwing, before any interceptor runs.
    @MainActor func prepare(with input: Input) throws

    /// Refuses an input for this screen by throwing, before the tree changes.
    @MainActor func check(_ screen: Output, with input: Input) throws

    /// Gives the input to the screen.
    @MainActor func perform(on screen: Output, with input: Input)
}

extension InputTask {
    /// Accepts every input.
    @MainActor public func prepare(with input: Input) throws {}

    /// Accepts every screen.
    @MainActor public func check(_ screen: Output, with input: Input) throws {}
}
