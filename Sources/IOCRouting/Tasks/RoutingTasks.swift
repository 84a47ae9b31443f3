/// A task that passes the input to the screen of a step, when the navigation can no longer fail.
///
/// Reject inputs in ``prepare(with:)`` and ``check(_:with:)``. ``perform(on:with:)`` can't throw, and runs after all
/// changes. So a failed navigation leaves the input of every screen unchanged.
public protocol InputTask<Output, Input> {
    /// The class of the screen; the host's root class for tasks of the router.
    associatedtype Output: RoutedScreen
    /// The input of the step; `Any` for tasks of the router.
    associatedtype Input

    /// Checks an input before interceptors run and screens are created. Throws to reject the input.
    @MainActor func prepare(with input: Input) throws

    /// Checks an input for this screen before the router changes the tree. Throws to reject the input.
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

/// An input task that calls a closure.
public struct ClosureInputTask<Output: RoutedScreen, Input>: InputTask {
    private let body: @MainActor (Output, Input) -> Void

    /// Creates a task that calls the closure.
    public init(_ body: @escaping @MainActor (Output, Input) -> Void) {
        self.body = body
    }

    /// Calls the closure.
    public func perform(on screen: Output, with input: Input) { body(screen, input) }
}

/// A task that sets up a screen with the input of the step.
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

/// An interceptor, which runs before the router changes the tree and decides whether the navigation continues.
///
/// An interceptor may navigate itself, for example to show a login screen. If the navigation does not continue, the
/// router undoes the interceptor's navigations.
public protocol RoutingInterceptor<Input> {
    /// The input of the step; `Any` for interceptors of the router.
    associatedtype Input

    /// The time limit of ``perform(with:)``; nil for ``RouterConfiguration/interceptorTimeLimit``.
    @MainActor var timeLimit: Duration? { get }

    /// Checks an input before the interceptors run. Throws to reject the input.
    @MainActor func prepare(with input: Input) throws

    /// Decides about the navigation. If this function throws, the navigation fails, as after
    /// ``InterceptorAnswer/fail(_:)``.
    @MainActor func perform(with input: Input) async throws -> InterceptorAnswer
}

extension RoutingInterceptor {
    /// The value nil, so that the limit of the router's configuration applies.
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

    /// Continues to another destination.
    public static func redirect(_ target: any Redirection) -> InterceptorAnswer { .init(kind: .redirect(target)) }

    /// Ends the navigation without an error. The result contains the reason.
    public static func stop(_ reason: String) -> InterceptorAnswer { .init(kind: .stop(reason)) }

    /// Lets the navigation fail because of this error.
    public static func fail(_ error: any Error) -> InterceptorAnswer { .init(kind: .fail(error)) }
}

/// An interceptor that calls a closure.
public struct ClosureInterceptor<Input>: RoutingInterceptor {
    /// The time limit of the closure; nil for ``RouterConfiguration/interceptorTimeLimit``.
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

/// A task that runs after a navigation has arrived, for example for analytics.
public protocol PostRoutingTask<Output, Input> {
    /// The class of the screen; the host's root class for tasks of the router.
    associatedtype Output: RoutedScreen
    /// The input of the step; `Any` for tasks of the router.
    associatedtype Input

    /// Runs the task.
    /// - Parameters:
    ///   - screen: The screen of the step.
    ///   - input: The input of the step; for tasks of the router, the input of the destination.
    ///   - route: The screens of the route, up to the destination. They start with the origin, or with the screen of a
    ///     step that was already in the tree.
    @MainActor func perform(on screen: Output, with input: Input, route: [Output.Base])
}

/// A post-routing task that calls a closure.
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
