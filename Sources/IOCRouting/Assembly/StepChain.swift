/// Where a step is joined to the one before it: by which action, and how that step's context is derived.
@MainActor struct Junction<Screen: RoutedScreen, Context> where Screen.Base == Screen {
    let action: AnyAction
    let shape: StepShape
    let previous: @MainActor (Context) throws -> BoundStep<Screen>

    func describe(in step: StepShape) {
        step.action = action.name
        step.previous = shape
        switch action {
        case .screen(let action): step.presents = !(action is Nothing)
        case .container(_, let role): step.wantedRole = role
        }
    }
}

/// Steps joined to each other, of which the first still has nothing before it.
@MainActor public struct StepChain<Output: RoutedScreen, Context, Tail: RoutedScreen, TailContext>
where Tail.Base == Output.Base {
    let close: (Junction<Output.Base, TailContext>?) -> Step<Output, Context>

    /// Says how the first screen gets into the tree.
    public func using<A: ScreenAction>(_ action: A) -> ScreenJoint<Output, Context, Tail, TailContext> {
        ScreenJoint(chain: self, action: .screen(action))
    }

    /// Says how the first screen gets into a container.
    public func using<A: ContainerAction>(_ action: A) -> ContainerJoint<Output, Context, Tail, TailContext, A.Role> {
        ContainerJoint(chain: self, action: .container(action, role: A.Role.self))
    }

    /// The route as it stands: its first screen is found, or the navigation fails.
    public func assemble() -> Step<Output, Context> { close(nil) }

    func joined<P: RoutedScreen>(
        _ action: AnyAction, to step: Step<P, TailContext>
    ) -> AssembledChain<Output, Context> where P.Base == Output.Base {
        AssembledChain(step: close(Junction(action: action, shape: step.shape, previous: step.bind)))
    }

    func joined<P: RoutedScreen, New>(
        _ action: AnyAction, to open: StepAssembly<P, New>, _ adapt: @escaping @MainActor (TailContext) throws -> New
    ) -> StepChain<Output, Context, P, New> where P.Base == Output.Base {
        let close = close
        return StepChain<Output, Context, P, New> { junction in
            let step = open.step(junction)
            return close(
                Junction(action: action, shape: step.shape) { context in try step.bind(adapt(context)) })
        }
    }
}

/// A whole route, from its destination to its origin.
@MainActor public struct AssembledChain<Output: RoutedScreen, Context> {
    let step: Step<Output, Context>

    /// The route's destination.
    public func assemble() -> Step<Output, Context> { step }
}
