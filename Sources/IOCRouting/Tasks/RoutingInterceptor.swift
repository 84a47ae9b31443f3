/// Runs before anything changes, and decides how the navigation goes on.
///
/// An interceptor may navigate itself, to show a login screen for instance. What it showed is taken back when the
/// navigation does not go on.
public protocol RoutingInterceptor<Context> {
    /// What the route is called with; `Any` for the router's own interceptors.
    associatedtype Context

    /// How long ``perform(with:)`` may take; nil for as long as it likes.
    @MainActor var timeLimit: Duration? { get }

    /// Refuses a context by throwing, before any interceptor runs.
    @MainActor func prepare(with context: Context) throws

    /// Decides. What is thrown ends the navigation, like ``InterceptorAnswer/fail(_:)``.
    @MainActor func perform(with context: Context) async throws -> InterceptorAnswer
}

extension RoutingInterceptor {
    /// As long as it likes.
    @MainActor public var timeLimit: Duration? { nil }

    /// Accepts every context.
    @MainActor public func prepare(with context: Context) throws {}
}
