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
