/// An input task made of a closure.
public struct ClosureInputTask<Output: RoutedScreen, Input>: InputTask {
    private let body: @MainActor (Output, Input) -> Void

    /// A task that calls the closure.
    public init(_ body: @escaping @MainActor (Output, Input) -> Void) {
        self.body = body
    }

    /// Calls the closure.
    public func perform(on screen: Output, with input: Input) { body(screen, input) }
}
