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
