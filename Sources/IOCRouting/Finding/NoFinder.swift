/// Finds nothing, so that the step is always built.
public struct NoFinder<Output: RoutedScreen, Input>: Finder {
    /// A finder that finds nothing.
    public init() {}

    /// Nil.
    public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? { nil }
}
