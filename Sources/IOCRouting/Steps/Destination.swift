/// A route together with its input.
@MainActor public struct Destination<Output: RoutedScreen, Input> {
    /// The route.
    public let step: Step<Output, Input>
    /// Its input.
    public let input: Input

    /// Creates a destination.
    public init(_ step: Step<Output, Input>, with input: Input) {
        self.step = step
        self.input = input
    }

    /// The destination without its types.
    public var erased: AnyDestination<Output.Base> { step.erasedDestination(with: input) }
}

extension Destination where Input == Void {
    /// Creates a destination of a route that needs no input.
    public init(_ step: Step<Output, Void>) {
        self.init(step, with: ())
    }
}

/// A destination that an interceptor may redirect to.
public protocol Redirection: Sendable {
    /// The name of the destination.
    var name: String { get }
}

/// A destination of a host without the types of its screen and input.
@MainActor public struct AnyDestination<Screen: RoutedScreen>: Redirection where Screen.Base == Screen {
    /// The name in plans and errors.
    public nonisolated let name: String
    let input: Any
    private let bind: @MainActor () throws -> BoundStep<Screen>

    fileprivate init(name: String, input: Any, bind: @escaping @MainActor () throws -> BoundStep<Screen>) {
        self.name = name
        self.input = input
        self.bind = bind
    }

    /// The last step of the route, bound to the input.
    func bound() throws -> BoundStep<Screen> {
        do {
            return try bind()
        } catch {
            throw RoutingError.wrapping(
                error, as: .inputRejected, at: name, wanted: "an input for the route",
                action: "look at the cause: the closure that adapts the input threw it")
        }
    }
}

extension Step {
    /// This route with an input.
    public func erasedDestination(with input: Input) -> AnyDestination<Output.Base> {
        AnyDestination(name: name, input: input) { try bind(input) }
    }
}

extension Step where Input == Void {
    /// This route, which needs no input.
    public var erasedDestination: AnyDestination<Output.Base> { erasedDestination(with: ()) }
}
