/// Gives a context to a step's screen, once the navigation can no longer fail.
///
/// What can be refused is refused by ``prepare(with:)`` and ``check(_:with:)``, while nothing has changed yet;
/// ``perform(on:with:)`` cannot throw. So a failed navigation leaves every screen's context as it was.
public protocol ContextTask<Output, Context> {
    /// The class of the screen; the host's root class for the router's own tasks.
    associatedtype Output: RoutedScreen
    /// What the route is called with; `Any` for the router's own tasks.
    associatedtype Context

    /// Refuses a context by throwing, before any interceptor runs.
    @MainActor func prepare(with context: Context) throws

    /// Refuses a context for this screen by throwing, before the tree changes.
    @MainActor func check(_ screen: Output, with context: Context) throws

    /// Gives the context to the screen.
    @MainActor func perform(on screen: Output, with context: Context)
}

extension ContextTask {
    /// Accepts every context.
    @MainActor public func prepare(with context: Context) throws {}

    /// Accepts every screen.
    @MainActor public func check(_ screen: Output, with context: Context) throws {}
}
