/// A route together with its input.
@MainActor public struct Destination<Output: RoutedScreen, Input> {
    /// The route.
    public let step: Step<Output, Input>
    /// The input of the route.
    public let input: Input

    /// Creates a destination.
    public init(_ step: Step<Output, Input>, with input: Input) {
        self.step = step
        self.input = input
    }

    /// The destination without the types of its screen and input.
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

    /// Returns the last step of the route, bound to the input.
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
    /// Returns the destination of this route with an input.
    public func erasedDestination(with input: Input) -> AnyDestination<Output.Base> {
        AnyDestination(name: name, input: input) { try bind(input) }
    }
}

extension Step where Input == Void {
    /// The destination of this route.
    public var erasedDestination: AnyDestination<Output.Base> { erasedDestination(with: ()) }
}

/// A step of a route together with all the steps before it: what a router navigates to.
///
/// It is an immutable value. Its type names the screen that it leads to and the input that it needs.
@MainActor public struct Step<Output: RoutedScreen, Input> {
    let shape: StepShape
    let bind: @MainActor (Input) throws -> BoundStep<Output.Base>

    /// The name in plans and errors.
    public var name: String { shape.name }

    /// Returns this step with another type of input. The closure derives the step's own input from it.
    public func adaptingInput<New>(_ adapt: @escaping @MainActor (New) throws -> Input) -> Step<Output, New> {
        let bind = bind
        return Step<Output, New>(shape: shape) { try bind(adapt($0)) }
    }

    /// Refers to the container that contains the screen of this step. Other steps can be embedded in that container.
    ///
    /// The planner uses the first container with the role of `container`: the screen itself, its container, and so on.
    public func expectingContainer<Container: ContainerScreen>(
        _ container: Container.Type
    ) -> ContainerExpectation<Container, Input> where Container.Base == Output.Base {
        ContainerExpectation(shape: shape, bind: bind)
    }
}

extension Step where Output == Output.Base {
    /// Starts a route at the topmost presented screen, or at the root if none is presented.
    public static func current() -> Step {
        origin("current") { $0.topmost }
    }

    /// Starts a route at the root. If the tree is empty, the next action must replace the root, as ``ReplaceRoot``
    /// does.
    public static func root() -> Step {
        origin("root", allowsEmptyTree: true) { $0.root }
    }

    /// Starts a route at the screen that a closure returns. If the closure returns nil, the navigation fails.
    public static func custom(
        _ name: String = "custom", _ find: @escaping @MainActor (ScreenTree<Output>) throws -> Output?
    ) -> Step {
        origin(name, find)
    }

    private static func origin(
        _ name: String, allowsEmptyTree: Bool = false,
        _ find: @escaping @MainActor (ScreenTree<Output>) throws -> Output?
    ) -> Step {
        let shape = StepShape(name: name, screenType: String(describing: Output.self))
        return Step(shape: shape) { _ in
            let bound = BoundStep<Output>(shape: shape, kind: .origin(allowsEmptyTree: allowsEmptyTree))
            bound.find = find
            return bound
        }
    }
}

/// The properties of a step that depend neither on an input nor on a tree. The identity of the object is the identity
/// of the step.
final class StepShape {
    /// A case of a switch.
    struct Case {
        let label: String
        let step: StepShape
    }

    let name: String
    let screenType: String
    let finder: String
    let factory: String?
    /// The role of the step's screen; nil if the screen is not a container.
    let role: (any ContainerRole.Type)?
    let action: String?
    let previous: StepShape?
    let cases: [Case]

    init(
        name: String, screenType: String, finder: String = "", factory: String? = nil,
        role: (any ContainerRole.Type)? = nil, action: String? = nil, previous: StepShape? = nil, cases: [Case] = []
    ) {
        self.name = name
        self.screenType = screenType
        self.finder = finder
        self.factory = factory
        self.role = role
        self.action = action
        self.previous = previous
        self.cases = cases
    }

    /// All steps that may come before this step, each with the number of steps in between.
    var before: [ObjectIdentifier: Int] {
        var result: [ObjectIdentifier: Int] = [:]
        var next = [self]
        var distance = 0
        while !next.isEmpty {
            next = next.flatMap { [$0.previous].compactMap { $0 } + $0.cases.map(\.step) }
                .filter { result.updateValue(distance, forKey: ObjectIdentifier($0)) == nil }
            distance += 1
        }
        return result
    }
}

/// A reference to the container that contains the screen of a route. Other steps can be embedded in that container.
@MainActor public struct ContainerExpectation<Container: ContainerScreen, Input> {
    let shape: StepShape
    let bind: @MainActor (Input) throws -> BoundStep<Container.Base>

    /// Refers to the topmost presented screen, or to the root if none is presented. This screen must be a container
    /// with the role of `container`.
    public static func current(in container: Container.Type) -> ContainerExpectation {
        Step<Container.Base, Input>.current().expectingContainer(container)
    }

    /// Refers to the root, which must be a container with the role of `container`.
    public static func root(in container: Container.Type) -> ContainerExpectation {
        Step<Container.Base, Input>.root().expectingContainer(container)
    }
}

/// A reference to the container that contains the screen of a step without an origin.
@MainActor public struct OpenContainerExpectation<Container: ContainerScreen, Output: RoutedScreen, Input>
where Container.Base == Output.Base {
    let step: StepBuilder<Output, Input>
}

extension StepBuilder {
    /// Refers to the container that contains the screen of this step. The next step can be embedded in that container.
    /// So one statement can put two screens onto one stack.
    public func expectingContainer<Container: ContainerScreen>(
        _ container: Container.Type
    ) -> OpenContainerExpectation<Container, Output, Input> where Container.Base == Output.Base {
        OpenContainerExpectation(step: self)
    }
}
