/// A step of a route together with all the steps before it: what a router navigates to.
///
/// It is an immutable value. Its type names the screen that it leads to and the input that it needs.
@MainActor public struct Step<Output: RoutedScreen, Input> {
    let shape: StepShape
    let bind: @MainActor (Input) throws -> BoundStep<Output.Base>

    /// The name in plans and errors.
    public var name: String { shape.name }

    /// The same step with another input, from which its own is derived.
    public func adaptingInput<New>(_ adapt: @escaping @MainActor (New) throws -> Input) -> Step<Output, New> {
        let bind = bind
        return Step<Output, New>(shape: shape) { try bind(adapt($0)) }
    }

    /// The container of a class that contains the screen of this step. Other steps can be embedded in it.
    ///
    /// The planner looks for the container among the parents of the screen.
    public func expectingContainer<Container: ContainerScreen>(
        _ container: Container.Type
    ) -> ContainerExpectation<Container, Input> where Container.Base == Output.Base {
        ContainerExpectation(shape: shape, bind: bind)
    }
}

extension Step where Output == Output.Base {
    /// The screen on top of everything that is presented.
    public static func current() -> Step {
        origin("current") { $0.topmost }
    }

    /// The screen at the root. If the tree is empty, only ``ReplaceRoot`` can start here.
    public static func root() -> Step {
        origin("root", allowsEmptyTree: true) { $0.root }
    }

    /// A screen of your choice.
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
