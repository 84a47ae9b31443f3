/// Finds a screen by a closure.
public struct ClosureFinder<Output: RoutedScreen, Input>: Finder {
    private let body: @MainActor (Input, ScreenTree<Output.Base>) throws -> Output?

    /// A finder that asks the closure.
    public init(_ body: @escaping @MainActor (Input, ScreenTree<Output.Base>) throws -> Output?) {
        self.body = body
    }

    /// The answer of the closure.
    public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? {
        try body(input, tree)
    }
}
