/// Makes nothing: the step's screen must be found.
public struct NoFactory<Output: RoutedScreen, Input>: ScreenFactory {
    /// A factory that makes nothing.
    public init() {}

    /// Throws ``RoutingError``.
    public func build(with input: Input) throws -> Output {
        throw RoutingError(
            .screenNotFound, wanted: "a \(Output.self) in the tree", found: "none, and the step has no factory",
            action: "give the step a factory, or show the screen first")
    }
}
