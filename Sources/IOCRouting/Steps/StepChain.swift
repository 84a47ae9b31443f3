/// Steps joined to each other, of which the first still has nothing before it.
@MainActor public struct StepChain<Output: RoutedScreen, Input, Tail: RoutedScreen, TailInput>
where Tail.Base == Output.Base {
    let close: (Junction<Output.Base, TailInput>?) -> Step<Output, Input>

    /// Says how the first screen gets into the tree.
    public func using<A: ScreenAction>(_ action: A) -> ScreenJoint<Output, Input, Tail, TailInput> {
        ScreenJoint(chain: self, action: .screen(action))
    }

    /// Says how the first screen gets into a container.
    public func using<A: ContainerAction>(_ action: A) -> ContainerJoint<Output, Input, Tail, TailInput, A.Role> {
        ContainerJoint(chain: self, action: .container(action, role: A.Role.self))
    }

    /// The route as it stands: its first screen is found, or the navigation fails.
    public func build() -> Step<Output, Input> { close(nil) }

    func joined<P: RoutedScreen>(
        _ action: AnyAction, to step: Step<P, TailInput>
    ) -> WholeChain<Output, Input> where P.Base == Output.Base {
        WholeChain(step: close(Junction(action: action, shape: step.shape, previous: step.bind)))
    }

    func joined<P: RoutedScreen, New>(
        _ action: AnyAction, to open: StepBuilder<P, New>, _ adapt: @escaping @MainActor (TailInput) throws -> New
    ) -> StepChain<Output, Input, P, New> where P.Base == Output.Base {
        let close = close
        return StepChain<Output, Input, P, New> { junction in
            let step = open.step(junction)
            return close(
                Junction(action: action, shape: step.shape) { input in try step.bind(adapt(input)) })
        }
    }
}
