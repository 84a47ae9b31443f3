/// Runs when a navigation has arrived, as for analytics.
public protocol PostRoutingTask<Output, Input> {
    /// The class of the screen; the host's root class for the router's own tasks.
    associatedtype Output: RoutedScreen
    /// The input of the route; `Any` for the router's own tasks.
    associatedtype Input

    /// Sees the step's screen, the input, and all screens of the route from the origin to the destination.
    ///
    /// The route begins with the screen that its origin is, or with the first step's that was in the tree already.
    @MainActor func perform(on screen: Output, with input: Input, route: [Output.Base])
}
