/// A screen that knows whether it shows a given input already.
public protocol InputChecking: RoutedScreen {
    /// The content of the screen.
    associatedtype Input

    /// True if this screen is the one that a route with this input means.
    @MainActor func isTarget(for input: Input) -> Bool
}
