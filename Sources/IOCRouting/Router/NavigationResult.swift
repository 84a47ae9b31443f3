/// The result of a navigation that did not fail.
@MainActor public struct NavigationResult<Output: RoutedScreen> {
    /// How a navigation ended.
    public enum Ending {
        /// The screen of the destination is visible.
        case arrived(Output)
        /// An interceptor redirected the navigation, and the screen of that destination is visible.
        case redirected(to: String, Output.Base)
        /// An interceptor stopped the navigation for this reason, and the tree is unchanged.
        case stopped(String)
    }

    /// How the navigation ended.
    public let ending: Ending
    /// The changes in order, including those of interceptors.
    public let operations: [RoutingOperation]
    /// The number of plans; more than one if the tree changed meanwhile.
    public let plans: Int

    /// The screen of the destination; nil if the navigation did not arrive there.
    public var screen: Output? {
        if case .arrived(let screen) = ending { screen } else { nil }
    }

    /// True if the navigation arrived at its destination.
    public var hasArrived: Bool { screen != nil }
}
