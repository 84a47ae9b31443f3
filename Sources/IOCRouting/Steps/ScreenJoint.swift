/// A step and the action by which it enters the tree, which starts at any screen.
@MainActor public struct ScreenJoint<Output: RoutedScreen, Input, Tail: RoutedScreen, TailInput>
where Tail.Base == Output.Base {
    let chain: StepChain<Output, Input, Tail, TailInput>
    let action: AnyAction

    /// Starts from a screen of the host: `.current()`, `.root()`, `.custom(…)`.
    public func from(_ origin: Step<Output.Base, TailInput>) -> WholeChain<Output, Input> {
        chain.joined(action, to: origin)
    }

    /// Starts from a screen of the host, whose input is derived from this one's.
    public func from<New>(
        _ origin: Step<Output.Base, New>, input adapt: @escaping @MainActor (TailInput) throws -> New
    ) -> WholeChain<Output, Input> {
        chain.joined(action, to: origin.adaptingInput(adapt))
    }

    /// Starts from the screen of a whole route with the same input.
    public func from<P: RoutedScreen>(_ step: Step<P, TailInput>) -> WholeChain<Output, Input>
    where P.Base == Output.Base {
        chain.joined(action, to: step)
    }

    /// Starts from the screen of a whole route whose input is derived from this one's.
    public func from<P: RoutedScreen, New>(
        _ step: Step<P, New>, input adapt: @escaping @MainActor (TailInput) throws -> New
    ) -> WholeChain<Output, Input> where P.Base == Output.Base {
        chain.joined(action, to: step.adaptingInput(adapt))
    }

    /// Starts from a step that is yet to be joined to its own origin.
    public func from<P: RoutedScreen>(
        _ open: StepBuilder<P, TailInput>
    ) -> StepChain<Output, Input, P, TailInput> where P.Base == Output.Base {
        chain.joined(action, to: open) { $0 }
    }

    /// Starts from a step that is yet to be joined to its own origin, with a derived input.
    public func from<P: RoutedScreen, New>(
        _ open: StepBuilder<P, New>, input adapt: @escaping @MainActor (TailInput) throws -> New
    ) -> StepChain<Output, Input, P, New> where P.Base == Output.Base {
        chain.joined(action, to: open, adapt)
    }
}
