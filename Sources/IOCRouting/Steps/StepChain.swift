/// A chain of steps whose first step has no origin yet.
@MainActor public struct StepChain<Output: RoutedScreen, Input> {
    /// Joins the first step to the step before it, if there is one.
    let close: (Junction<Output.Base, Input>?) -> Step<Output, Input>

    /// Adds the action that puts the first screen into the tree.
    public func using<A: ScreenAction>(_ action: A) -> ScreenJoint<Output, Input> {
        ScreenJoint(chain: self, action: .screen(action))
    }

    /// Adds the action that puts the first screen into a container.
    public func using<A: ContainerAction>(_ action: A) -> ContainerJoint<Output, Input, A.Role> {
        ContainerJoint(chain: self, action: .container(action, role: A.Role.self))
    }

    /// Returns the route without an origin. A navigation to it fails if no screen of the chain is in the tree.
    public func build() -> Step<Output, Input> { close(nil) }

    fileprivate func joined(
        _ action: AnyAction, _ shape: StepShape, _ bind: @escaping @MainActor (Input) throws -> BoundStep<Output.Base>
    ) -> WholeChain<Output, Input> {
        WholeChain(step: close(Junction(action: action, shape: shape, previous: bind)))
    }

    fileprivate func joined<P: RoutedScreen>(
        _ action: AnyAction, to open: StepBuilder<P, Input>
    ) -> StepChain where P.Base == Output.Base {
        StepChain { junction in
            let step = open.step(junction)
            return close(Junction(action: action, shape: step.shape, previous: step.bind))
        }
    }
}

/// A complete route, from its destination to its origin.
@MainActor public struct WholeChain<Output: RoutedScreen, Input> {
    fileprivate let step: Step<Output, Input>

    /// Returns the route.
    public func build() -> Step<Output, Input> { step }
}

/// The connection of a step to the step before it.
@MainActor struct Junction<Screen: RoutedScreen, Input> where Screen.Base == Screen {
    let action: AnyAction
    let shape: StepShape
    let previous: @MainActor (Input) throws -> BoundStep<Screen>
}

/// A step and the action that puts its screen into the tree. The step can start at any screen.
@MainActor public struct ScreenJoint<Output: RoutedScreen, Input> {
    fileprivate let chain: StepChain<Output, Input>
    fileprivate let action: AnyAction

    /// Starts from a screen of the host: `.current()`, `.root()`, `.custom(…)`.
    public func from(_ origin: Step<Output.Base, Input>) -> WholeChain<Output, Input> {
        chain.joined(action, origin.shape, origin.bind)
    }

    /// Starts from the screen of a complete route.
    public func from<P: RoutedScreen>(_ step: Step<P, Input>) -> WholeChain<Output, Input>
    where P.Base == Output.Base {
        chain.joined(action, step.shape, step.bind)
    }

    /// Starts from the screen of a step that has no origin yet.
    public func from<P: RoutedScreen>(_ open: StepBuilder<P, Input>) -> StepChain<Output, Input>
    where P.Base == Output.Base {
        chain.joined(action, to: open)
    }
}

/// A step and the action that embeds its screen. The step can only start at containers of the action's role.
@MainActor public struct ContainerJoint<Output: RoutedScreen, Input, Role: ContainerRole> {
    fileprivate let chain: StepChain<Output, Input>
    fileprivate let action: AnyAction

    /// Embeds the screen in the container of a complete route.
    public func from<P: ContainerScreen>(_ step: Step<P, Input>) -> WholeChain<Output, Input>
    where P.Base == Output.Base, P.Role == Role {
        chain.joined(action, step.shape, step.bind)
    }

    /// Embeds the screen in the container that contains the screen of a complete route.
    public func from<P: ContainerScreen>(_ step: ContainerExpectation<P, Input>) -> WholeChain<Output, Input>
    where P.Base == Output.Base, P.Role == Role {
        chain.joined(action, step.shape, step.bind)
    }

    /// Embeds the screen in the container of a step that has no origin yet.
    public func from<P: ContainerScreen>(_ open: StepBuilder<P, Input>) -> StepChain<Output, Input>
    where P.Base == Output.Base, P.Role == Role {
        chain.joined(action, to: open)
    }

    /// Embeds the screen in the container that contains the screen of a step which has no origin yet.
    public func from<Container: ContainerScreen, P: RoutedScreen>(
        _ open: OpenContainerExpectation<Container, P, Input>
    ) -> StepChain<Output, Input> where P.Base == Output.Base, Container.Base == Output.Base, Container.Role == Role {
        chain.joined(action, to: open.step)
    }
}

/// A builder of a switch, which chooses between steps when a route is planned. The switch uses the first added case
/// that applies.
@MainActor public struct SwitchBuilder<Output: RoutedScreen, Input> {
    private struct Case {
        let shape: StepShape.Case
        let choose: @MainActor (Input, ScreenTree<Output.Base>) throws -> BoundStep<Output.Base>?
    }

    private let name: String
    private var cases: [Case] = []

    /// Creates a switch without cases.
    public init(named name: String? = nil) {
        self.name = name ?? "switch to \(Output.self)"
    }

    /// Adds a case that applies if a condition is true.
    public func addingCase(
        when label: String = "condition", _ condition: @escaping @MainActor (Input) throws -> Bool,
        from step: Step<Output, Input>
    ) -> SwitchBuilder {
        adding(label, step) { input, _ in try condition(input) }
    }

    /// Adds a case that applies if a finder finds its screen. The route then continues from another step.
    public func addingCase<F: Finder>(when finder: F, from step: Step<Output, Input>) -> SwitchBuilder
    where F.Input == Input, F.Output.Base == Output.Base {
        adding("\(label(finder)) finds", step) { input, tree in try finder.find(with: input, in: tree) != nil }
    }

    /// Adds a case that applies if a finder finds its screen. The route then continues from that screen.
    public func addingCase<F: Finder>(_ finder: F) -> SwitchBuilder where F.Input == Input, F.Output == Output {
        addingCase(when: finder, from: StepBuilder(finder: finder, factory: NoFactory<Output, Input>()).build())
    }

    /// Adds the case that applies if no earlier case does.
    public func otherwise(_ step: Step<Output, Input>) -> SwitchBuilder {
        adding("otherwise", step) { _, _ in true }
    }

    /// Returns the switch as a step. A navigation fails if no case applies.
    public func build() -> Step<Output, Input> {
        let shape = StepShape(
            name: name, screenType: String(describing: Output.self), cases: cases.map(\.shape))
        let cases = cases
        return Step(shape: shape) { input in
            BoundStep(
                shape: shape,
                kind: .choice { tree in
                    for candidate in cases {
                        if let step = try candidate.choose(input, tree) { return (step, candidate.shape.label) }
                    }
                    return nil
                })
        }
    }

    private func adding(
        _ label: String, _ step: Step<Output, Input>,
        _ applies: @escaping @MainActor (Input, ScreenTree<Output.Base>) throws -> Bool
    ) -> SwitchBuilder {
        var copy = self
        copy.cases.append(
            Case(shape: .init(label: label, step: step.shape)) { try applies($0, $1) ? step.bind($0) : nil })
        return copy
    }
}
