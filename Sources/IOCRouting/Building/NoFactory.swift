/// Makes nothing: the step's screen must be found.
public struct NoFactory<Output: RoutedScreen, Context>: Factory {
    /// A factory that makes nothing.
    public init() {}

    /// Throws ``RoutingError``.
    public func build(with context: Context) throws -> Output {
        throw RoutingError(
            .nothingFound, wanted: "a \(Output.self) in the tree", found: "none, and the step has no factory",
            action: "give the step a factory, or show the screen first")
    }
}
