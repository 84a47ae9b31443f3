/// A whole route, from its destination to its origin.
@MainActor public struct WholeChain<Output: RoutedScreen, Input> {
    let step: Step<Output, Input>

    /// The route's destination.
    public func build() -> Step<Output, Input> { step }
}
