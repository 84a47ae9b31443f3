/// Runs before anything changes, and decides whether the navigation continues.
///
/// An interceptor may navigate itself, for example to show a login screen. If the navigation does not continue, the
/// router undoes what the interceptor showed.
public protocol RoutingInterceptor<Input> {
    /// The input of the step; `Any` for interceptors of the router.
    associatedtype Input

    /// The time that ``perform(with:)`` may take; nil if it is not limited.
    @MainActor var timeLimit: Duration? { get }

    /// Rejects an input by throwing, before any interceptor runs.
    @MainActor func prepare(with input: Input) throws

    /// Decides. An error ends the navigation, like ``InterceptorAnswer/fail(_:)``.
    @MainActor func perform(with input: Input) async throws -> InterceptorAnswer
}

extension RoutingInterceptor {
    /// The time is not limited.
    @MainActor public var timeLimit: Duration? { nil }

    /// Accepts every input.
    @MainActor public func prepare(with input: Input) throws {}
}

/// The decision of an interceptor.
public struct InterceptorAnswer: Sendable {
    enum Kind {
        case proceed
        case redirect(any Redirection)
        case stop(String)
        case fail(any Error)
    }

    let kind: Kind

    /// The navigation continues.
    public static let proceed = InterceptorAnswer(kind: .proceed)

    /// The navigation continues to another destination.
    public static func redirect(_ target: any Redirection) -> InterceptorAnswer { .init(kind: .redirect(target)) }

    /// The navigation ends without an error. The result contains the reason.
    public static func stop(_ reason: String) -> InterceptorAnswer { .init(kind: .stop(reason)) }

    /// The navigation throws this error.
    public static func fail(_ error: any Error) -> InterceptorAnswer { .init(kind: .fail(error)) }
}

/// An interceptor made of a closure.
public struct ClosureInterceptor<Input>: RoutingInterceptor {
    /// The time that the closure may take; nil if it is not limited.
    public let timeLimit: Duration?
    private let body: @MainActor (Input) async throws -> InterceptorAnswer

    /// Creates an interceptor that calls the closure.
    public init(
        timeLimit: Duration? = nil, _ body: @escaping @MainActor (Input) async throws -> InterceptorAnswer
    ) {
        self.timeLimit = timeLimit
        self.body = body
    }

    /// Calls the closure.
    public func perform(with input: Input) async throws -> InterceptorAnswer { try await body(input) }
}
