/// Runs after a navigation has arrived, for example for analytics.
public protocol PostRoutingTask<Output, Input> {
    /// The class of the screen; the host's root class for tasks of the router.
    associatedtype Output: RoutedScreen
    /// The input of the step; `Any` for tasks of the router.
    associatedtype Input

    /// Runs the task.
    /// - Parameters:
    ///   - screen: The screen of the step.
    ///   - input: The input of the step; for tasks of the router, that of the destination.
    ///   - route: All screens of the route, from the origin (or the first step whose screen was in the tree) to the
    ///     destination.
    @MainActor func perform(on screen: Output, with input: Input, route: [Output.Base])
}

/// A post-routing task made of a closure.
public struct ClosurePostTask<Output: RoutedScreen, Input>: PostRoutingTask {
    private let body: @MainActor (Output, Input, [Output.Base]) -> Void

    /// Creates a task that calls the closure.
    public init(_ body: @escaping @MainActor (Output, Input, [Output.Base]) -> Void) {
        self.body = body
    }

    /// Calls the closure.
    public func perform(on screen: Output, with input: Input, route: [Output.Base]) {
        body(screen, input, route)
    }
}
