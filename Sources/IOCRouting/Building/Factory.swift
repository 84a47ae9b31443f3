/// Makes a step's screen where no finder found one.
public protocol Factory<Output, Context> {
    /// The class of the screen.
    associatedtype Output: RoutedScreen
    /// What the route is called with.
    associatedtype Context

    /// Refuses a context by throwing, before anything changes and before any interceptor runs.
    @MainActor func prepare(with context: Context) throws

    /// Makes the screen. What is thrown ends the navigation before anything changes.
    @MainActor func build(with context: Context) throws -> Output
}

extension Factory {
    /// Accepts every context.
    @MainActor public func prepare(with context: Context) throws {}
}
