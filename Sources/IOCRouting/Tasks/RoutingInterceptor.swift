/// Runs before anything changes, and decides how the navigation goes on.
///
/// An interceptor may navigate itself, to show a login screen for instance. What it showed is taken back when the
/// navigation does not go on.
public protocol RoutingInterceptor<Input> {
    /// The input of the route; `Any` for the router's own interceptors.
    associatedtype Input

    /// The time ``perform(with:)`` may take; nil for as long as it likes.
    @MainActor var timeLimit: Duration? { get }

    /// Refuses an input by throwing, before any interceptor runs.
    @MainActor func prepare(with input: Input) throws

    /// Decides. What is thrown ends the navigation, like ``InterceptorAnswer/fail(_:)``.
    @MainActor func perform(with input: Input) async throws -> InterceptorAnswer
}

extension RoutingInterceptor {
    /// As long as it likes.
    @MainActor public var timeLimit: Duration? { nil }

    /// Accepts every input.
    @MainActor public func prepare(with input: Input) throws {}
}
