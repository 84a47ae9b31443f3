/// Finds nothing, so that the step is always built.
public struct NoFinder<Output: RoutedScreen, Context>: Finder {
    /// A finder that finds nothing.
    public init() {}

    /// Nil.
    public func find(with context: Context, in tree: ScreenTree<Output.Base>) throws -> Output? { nil }
}
