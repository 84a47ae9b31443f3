/// The outcome of a navigation that did not fail.
@MainActor public struct NavigationResult<Output: RoutedScreen> {
    /// The outcome.
    public enum Ending {
        /// The destination shows.
        case arrived(Output)
        /// An interceptor sent the navigation elsewhere, and that destination shows.
        case redirected(to: String, Output.Base)
        /// An interceptor stopped the navigation, and the tree is as it was.
        case stopped(String)
    }

    /// The outcome.
    public let ending: Ending
    /// The changes made, in order, those of interceptors included.
    public let operations: [RoutingOperation]
    /// The number of times the route was planned: more than once where the tree changed meanwhile.
    public let plans: Int

    /// The destination's screen, where it was arrived at.
    public var screen: Output? {
        if case .arrived(let screen) = ending { screen } else { nil }
    }

    /// True if the destination shows.
    public var hasArrived: Bool { screen != nil }
}
