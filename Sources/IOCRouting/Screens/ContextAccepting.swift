/// A screen that is set up with a context, and can say beforehand that it will not take one.
public protocol ContextAccepting: RoutedScreen {
    /// What the screen shows.
    associatedtype Context

    /// Refuses a context by throwing; called before anything changes.
    @MainActor static func check(_ context: Context) throws

    /// Shows the context. It cannot fail: what can be refused is refused by ``check(_:)``.
    @MainActor func setUp(with context: Context)
}

extension ContextAccepting {
    /// Takes every context.
    @MainActor public static func check(_ context: Context) throws {}
}
