/// Passes the input to the screen of a step, when the navigation can no longer fail.
///
/// Reject inputs in ``prepare(with:)`` and ``check(_:with:)``, which run before anything changes. ``perform(on:with:)``
/// can't throw. So a failed navigation leaves the input of every screen unchanged.
public protocol InputTask<Output, Input> {
    /// The class of the screen; the host's root class for tasks of the router.
    associatedtype Output: RoutedScreen
    /// The input of the step; `Any` for tasks of the router.
    associatedtype Input

    /// Checks an input before any interceptor runs. Throws to reject the input.
    @MainActor func prepare(with input: Input) throws

    /// Checks an input for this screen before the tree changes. Throws to reject the input.
    @MainActor func check(_ screen: Output, with input: Input) throws

    /// Passes the input to the screen.
    @MainActor func perform(on screen: Output, with input: Input)
}

extension InputTask {
    /// Accepts every input.
    @MainActor public func prepare(with input: Input) throws {}

    /// Accepts every screen.
    @MainActor public func check(_ screen: Output, with input: Input) throws {}
}

/// An input task with a closure.
public struct ClosureInputTask<Output: RoutedScreen, Input>: InputTask {
    private let body: @MainActor (Output, Input) -> Void

    /// Creates a task that calls the closure.
    public init(_ body: @escaping @MainActor (Output, Input) -> Void) {
        self.body = body
    }

    /// Calls the closure.
    public func perform(on screen: Output, with input: Input) { body(screen, input) }
}

/// Sets up a screen that accepts the input of the step.
public struct InputSettingTask<Output: InputAccepting>: InputTask {
    /// The input that the screen shows.
    public typealias Input = Output.Input

    /// Creates a task for screens of this class.
    public init() {}

    /// Lets the class of the screen check the input.
    public func prepare(with input: Output.Input) throws { try Output.check(input) }

    /// Sets up the screen.
    public func perform(on screen: Output, with input: Output.Input) { screen.setUp(with: input) }
}

/// Runs before anything changes, and decides whether the navigation continues.
///
/// An interceptor may navigate itself, for example to show a login screen. If the navigation does not continue, the
/// router undoes the interceptor's navigations.
public protocol RoutingInterceptor<Input> {
    /// The input of the step; `Any` for interceptors of the router.
    associatedtype Input

    /// The time limit of ``perform(with:)``; nil for no limit.
    @MainActor var timeLimit: Duration? { get }

    /// Checks an input before any interceptor runs. Throws to reject the input.
    @MainActor func prepare(with input: Input) throws

    /// Decides about the navigation. An error ends it, like ``InterceptorAnswer/fail(_:)``.
    @MainActor func perform(with input: Input) async throws -> InterceptorAnswer
}

extension RoutingInterceptor {
    /// No time limit.
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

/// An interceptor with a closure.
public struct ClosureInterceptor<Input>: RoutingInterceptor {
    /// The time limit of the closure; nil for no limit.
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

/// Runs after a navigation has arrived, for example for analytics.
public protocol PostRoutingTask<Output, Input> {
    /// The class of the screen; the host's root class for tasks of the router.
    associatedtype Output: RoutedScreen
    /// The input of the step; `Any` for tasks of the router.
    associatedtype Input

    /// Runs the task.
    /// - Parameters:
    ///   - screen: The screen of the step.
    ///   - input: The input of the step; for tasks of the router, the input of the destination.
    ///   - route: All screens of the route to the destination. It starts with the origin, or with the first screen that
    ///     was already in the tree.
    @MainActor func perform(on screen: Output, with input: Input, route: [Output.Base])
}

/// A post-routing task with a closure.
public struct ClosurePostTask<Output: RoutedScreen, Input>: PostRoutingTask {
    private let body: @MainActor (Output, Input, [Output.Base]) -> Void

    /// Creates a task that calls the closure.
    public init(_ body: @escaping @MainActor (Output, Input, [Output.Base]) -> Void) {
        self.body = body
    }

    /// Calls the closure.
    public func perform(on screen: Output, with input: Input, route: [Output.Base]) {
        body(screen, input, route)
    }
}
