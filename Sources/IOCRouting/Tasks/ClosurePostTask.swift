/// A post-routing task made of a closure.
public struct ClosurePostTask<Output: RoutedScreen, Input>: PostRoutingTask {
    private let body: @MainActor (Output, Input, [Output.Base]) -> Void

    /// A task that calls the closure.
    public init(_ body: @escaping @MainActor (Output, Input, [Output.Base]) -> Void) {
        self.body = body
    }

    /// Calls the closure.
    public func perform(on screen: Output, with input: Input, route: [Output.Base]) {
        body(screen, input, route)
    }
}
