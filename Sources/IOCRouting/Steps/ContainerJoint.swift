/// A step and the action by which it enters a container, which starts only at containers of that role.
@MainActor
public struct ContainerJoint<Output: RoutedScreen, Input, Tail: RoutedScreen, TailInput, Role: ContainerRole>
where Tail.Base == Output.Base {
    let chain: StepChain<Output, Input, Tail, TailInput>
    let action: AnyAction

    /// Embeds in the container of a whole route with the same input.
    public func from<P: ContainerScreen>(_ step: Step<P, TailInput>) -> WholeChain<Output, Input>
    where P.Base == Output.Base, P.Role == Role {
        chain.joined(action, to: step)
    }

    /// Embeds in the container of a whole route whose input is derived from this one's.
    public func from<P: ContainerScreen, New>(
        _ step: Step<P, New>, input adapt: @escaping @MainActor (TailInput) throws -> New
    ) -> WholeChain<Output, Input> where P.Base == Output.Base, P.Role == Role {
        chain.joined(action, to: step.adaptingInput(adapt))
    }

    /// Embeds in the container that holds the screen of a route.
    public func from<P: ContainerScreen>(
        _ step: ContainerExpectation<P, TailInput>
    ) -> WholeChain<Output, Input> where P.Base == Output.Base, P.Role == Role {
        chain.joined(action, to: Step<P, TailInput>(shape: step.shape, bind: step.bind))
    }

    /// Embeds in the container that holds the screen of a route, with a derived input.
    public func from<P: ContainerScreen, New>(
        _ step: ContainerExpectation<P, New>, input adapt: @escaping @MainActor (TailInput) throws -> New
    ) -> WholeChain<Output, Input> where P.Base == Output.Base, P.Role == Role {
        chain.joined(action, to: Step<P, New>(shape: step.shape, bind: step.bind).adaptingInput(adapt))
    }

    /// Embeds in the container of a step that is yet to be joined to its own origin.
    public func from<P: ContainerScreen>(
        _ open: StepBuilder<P, TailInput>
    ) -> StepChain<Output, Input, P, TailInput> where P.Base == Output.Base, P.Role == Role {
        chain.joined(action, to: open) { $0 }
    }

    /// Embeds in the container of a step that is yet to be joined to its own origin, with a derived input.
    public func from<P: ContainerScreen, New>(
        _ open: StepBuilder<P, New>, input adapt: @escaping @MainActor (TailInput) throws -> New
    ) -> StepChain<Output, Input, P, New> where P.Base == Output.Base, P.Role == Role {
        chain.joined(action, to: open, adapt)
    }

    /// Embeds in the container that holds the screen of a step that is yet to be joined to its own origin.
    public func from<P: RoutedScreen, Container: ContainerScreen>(
        _ open: OpenExpectation<P, TailInput, Container>
    ) -> StepChain<Output, Input, P, TailInput>
    where P.Base == Output.Base, Container.Base == Output.Base, Container.Role == Role {
        chain.joined(action, to: open.step) { $0 }
    }

    /// Embeds in the container that holds the screen of a step that is yet to be joined to its own origin, with a
    /// derived input.
    public func from<P: RoutedScreen, New, Container: ContainerScreen>(
        _ open: OpenExpectation<P, New, Container>, input adapt: @escaping @MainActor (TailInput) throws -> New
    ) -> StepChain<Output, Input, P, New>
    where P.Base == Output.Base, Container.Base == Output.Base, Container.Role == Role {
        chain.joined(action, to: open.step, adapt)
    }
}

// MARK: What does not fit, in words

extension ContainerJoint {
    /// Does not compile: the step's container plays another role than the action needs.
    @available(
        *, unavailable,
        message:
            "the container is of another kind than the action puts screens into: Push fits a stack, AddTab fits tabs, SetAsPrimary and PushToDetails fit a split"
    )
    public func from<P: ContainerScreen>(_ step: Step<P, TailInput>) -> WholeChain<Output, Input>
    where P.Base == Output.Base { chain.joined(action, to: step) }

    /// Does not compile: the step's container plays another role than the action needs.
    @available(
        *, unavailable,
        message:
            "the container is of another kind than the action puts screens into: Push fits a stack, AddTab fits tabs, SetAsPrimary and PushToDetails fit a split"
    )
    public func from<P: ContainerScreen, New>(
        _ step: Step<P, New>, input adapt: @escaping @MainActor (TailInput) throws -> New
    ) -> WholeChain<Output, Input>
    where P.Base == Output.Base { chain.joined(action, to: step.adaptingInput(adapt)) }

    /// Does not compile: the step's screen is no container.
    @available(
        *, unavailable,
        message: "the step's screen is no container: name the container that holds it, `.expectingContainer(…)`"
    )
    @_disfavoredOverload
    public func from<P: RoutedScreen>(_ step: Step<P, TailInput>) -> WholeChain<Output, Input>
    where P.Base == Output.Base { chain.joined(action, to: step) }

    /// Does not compile: the step's screen is no container.
    @available(
        *, unavailable,
        message: "the step's screen is no container: name the container that holds it, `.expectingContainer(…)`"
    )
    @_disfavoredOverload
    public func from<P: RoutedScreen, New>(
        _ step: Step<P, New>, input adapt: @escaping @MainActor (TailInput) throws -> New
    ) -> WholeChain<Output, Input>
    where P.Base == Output.Base { chain.joined(action, to: step.adaptingInput(adapt)) }
}
