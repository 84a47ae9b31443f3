/// A context task made of a closure.
public struct ClosureContextTask<Output: RoutedScreen, Context>: ContextTask {
    private let body: @MainActor (Output, Context) -> Void

    /// A task that calls the closure.
    public init(_ body: @escaping @MainActor (Output, Context) -> Void) {
        self.body = body
    }

    /// Calls the closure.
    public func perform(on screen: Output, with context: Context) { body(screen, context) }
}
