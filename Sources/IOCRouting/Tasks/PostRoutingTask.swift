/// Runs when a navigation has arrived, as for analytics.
public protocol PostRoutingTask<Output, Context> {
    /// The class of the screen; the host's root class for the router's own tasks.
    associatedtype Output: RoutedScreen
    /// What the route is called with; `Any` for the router's own tasks.
    associatedtype Context

    /// Sees the step's screen, the context, and all screens of the route from origin to destination.
    @MainActor func perform(on screen: Output, with context: Context, route: [Output.Base])
}

/// A post-routing task made of a closure.
public struct ClosurePostTask<Output: RoutedScreen, Context>: PostRoutingTask {
    private let body: @MainActor (Output, Context, [Output.Base]) -> Void

    /// A task that calls the closure.
    public init(_ body: @escaping @MainActor (Output, Context, [Output.Base]) -> Void) {
        self.body = body
    }

    /// Calls the closure.
    public func perform(on screen: Output, with context: Context, route: [Output.Base]) {
        body(screen, context, route)
    }
}
