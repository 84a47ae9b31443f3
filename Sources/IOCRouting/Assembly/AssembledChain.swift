/// A whole route, from its destination to its origin.
@MainActor public struct AssembledChain<Output: RoutedScreen, Context> {
    let step: Step<Output, Context>

    /// The route's destination.
    public func assemble() -> Step<Output, Context> { step }
}
