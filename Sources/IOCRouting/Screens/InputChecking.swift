/// A screen that knows whether it shows a given input already.
public protocol InputChecking: RoutedScreen {
    /// What the screen shows.
    associatedtype Input

    /// Whether this screen is the one that a route with this input means.
    @MainActor func isTarget(for input: Input) -> Bool
}
