/// Creates the screen of a step whose finder found none.
public protocol ScreenFactory<Output, Input> {
    /// The class of the screen.
    associatedtype Output: RoutedScreen
    /// The input of the step.
    associatedtype Input

    /// Rejects an input by throwing, before anything changes and before any interceptor runs.
    @MainActor func prepare(with input: Input) throws

    /// Creates the screen. An error ends the navigation before anything changes.
    @MainActor func build(with input: Input) throws -> Output
}

extension ScreenFactory {
    /// Accepts every input.
    @MainActor public func prepare(with input: Input) throws {}
}

/// Creates a screen with the initializer of its class.
public struct ClassFactory<Output: InitializableScreen, Input>: ScreenFactory {
    private let configure: @MainActor (Output) -> Void

    /// Creates a factory.
    /// - Parameter configure: Called with each new screen.
    public init(configure: @escaping @MainActor (Output) -> Void = { _ in }) {
        self.configure = configure
    }

    /// Creates a screen.
    public func build(with input: Input) throws -> Output {
        let screen = Output()
        configure(screen)
        return screen
    }
}

/// Creates a screen with a closure.
public struct ClosureFactory<Output: RoutedScreen, Input>: ScreenFactory {
    private let body: @MainActor (Input) throws -> Output

    /// Creates a factory that calls the closure.
    public init(_ body: @escaping @MainActor (Input) throws -> Output) {
        self.body = body
    }

    /// Calls the closure.
    public func build(with input: Input) throws -> Output { try body(input) }
}

/// Creates nothing: the finder of the step must find its screen.
public struct NoFactory<Output: RoutedScreen, Input>: ScreenFactory {
    /// Creates a factory that creates nothing.
    public init() {}

    /// Throws ``RoutingError``.
    public func build(with input: Input) throws -> Output {
        throw RoutingError(
            .screenNotFound, wanted: "a \(Output.self) in the tree", found: "none, and the step has no factory",
            action: "give the step a factory, or show the screen first")
    }
}
