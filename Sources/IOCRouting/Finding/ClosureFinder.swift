/// Finds a screen by a closure.
public struct ClosureFinder<Output: RoutedScreen, Context>: Finder {
    private let body: @MainActor (Context, ScreenTree<Output.Base>) throws -> Output?

    /// A finder that asks the closure.
    public init(_ body: @escaping @MainActor (Context, ScreenTree<Output.Base>) throws -> Output?) {
        self.body = body
    }

    /// What the closure answers.
    public func find(with context: Context, in tree: ScreenTree<Output.Base>) throws -> Output? {
        try body(context, tree)
    }
}
