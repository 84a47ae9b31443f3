/// A screen that knows whether it shows a given context already.
public protocol ContextChecking: RoutedScreen {
    /// What the screen shows.
    associatedtype Context

    /// Whether this screen is the one that a route with this context means.
    @MainActor func isTarget(for context: Context) -> Bool
}
