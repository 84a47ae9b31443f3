/// Passes the input to the screen of a step, once the navigation can no longer fail.
///
/// Reject inputs in ``prepare(with:)`` and ``check(_:with:)``, which run before anything changes;
/// ``perform(on:with:)`` cannot throw. So a failed navigation leaves the input of every screen unchanged.
public protocol InputTask<Output, Input> {
    /// The class of the screen; the host's root class for tasks of the router.
    associatedtype Output: RoutedScreen
    /// The input of the step; `Any` for tasks of the router.
    associatedtype Input

    /// Rejects an input by throwing, before any interceptor runs.
    @MainActor func prepare(with input: Input) throws

    /// Rejects an input for this screen by throwing, before the tree changes.
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

/// An input task made of a closure.
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

    /// Asks the class of the screen to accept the input.
    public func prepare(with input: Output.Input) throws { try Output.check(input) }

    /// Sets up the screen.
    public func perform(on screen: Output, with input: Output.Input) { screen.setUp(with: input) }
}
