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

/// How a navigation goes on after an interceptor.
public struct InterceptorAnswer: Sendable, CustomStringConvertible {
    enum Kind {
        case proceed
        case redirect(any Redirection)
        case stop(String)
        case fail(any Error)
    }

    let kind: Kind

    /// As it would have.
    public static let proceed = InterceptorAnswer(kind: .proceed)

    /// To another destination instead.
    public static func redirect(_ target: any Redirection) -> InterceptorAnswer { .init(kind: .redirect(target)) }

    /// Not at all, and that is no fault; the reason is for the caller.
    public static func stop(_ reason: String) -> InterceptorAnswer { .init(kind: .stop(reason)) }

    /// Not at all, for this error.
    public static func fail(_ error: any Error) -> InterceptorAnswer { .init(kind: .fail(error)) }

    /// The answer in words.
    public var description: String {
        switch kind {
        case .proceed: "proceed"
        case .redirect(let target): "redirect to \(target.name)"
        case .stop(let reason): "stop: \(reason)"
        case .fail(let error): "fail: \(error)"
        }
    }
}

/// A destination, as an interceptor may answer it.
public protocol Redirection: Sendable {
    /// What to call it.
    var name: String { get }
}

/// An interceptor made of a closure.
public struct ClosureInterceptor<Context>: RoutingInterceptor {
    /// How long it may take.
    public let timeLimit: Duration?
    private let body: @MainActor (Context) async throws -> InterceptorAnswer

    /// An interceptor that asks the closure.
    public init(
        timeLimit: Duration? = nil, _ body: @escaping @MainActor (Context) async throws -> InterceptorAnswer
    ) {
        self.timeLimit = timeLimit
        self.body = body
    }

    /// What the closure answers.
    public func perform(with context: Context) async throws -> InterceptorAnswer { try await body(context) }
}
