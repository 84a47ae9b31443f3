/// A screen that needs nothing to be made.
public protocol InitializableScreen: RoutedScreen {
    /// Makes the screen.
    @MainActor init()
}
