/// A step and the action by which it enters the tree, which starts at any screen.
@MainActor public struct ScreenJoint<Output: RoutedScreen, Context, Tail: RoutedScreen, TailContext>
where Tail.Base == Output.Base {
    let chain: StepChain<Output, Context, Tail, TailContext>
    let action: AnyAction

    /// Starts from a screen of the host: `.current()`, `.root()`, `.custom(…)`.
    public func from(_ origin: Step<Output.Base, TailContext>) -> AssembledChain<Output, Context> {
        chain.joined(action, to: origin)
    }

    /// Starts from a screen of the host, whose context is derived from this one's.
    public func from<New>(
        _ origin: Step<Output.Base, New>, context adapt: @escaping @MainActor (TailContext) throws -> New
    ) -> AssembledChain<Output, Context> {
        chain.joined(action, to: origin.adaptingContext(adapt))
    }

    /// Starts from the screen of a whole route with the same context.
    public func from<P: RoutedScreen>(_ step: Step<P, TailContext>) -> AssembledChain<Output, Context>
    where P.Base == Output.Base {
        chain.joined(action, to: step)
    }

    /// Starts from the screen of a whole route whose context is derived from this one's.
    public func from<P: RoutedScreen, New>(
        _ step: Step<P, New>, context adapt: @escaping @MainActor (TailContext) throws -> New
    ) -> AssembledChain<Output, Context> where P.Base == Output.Base {
        chain.joined(action, to: step.adaptingContext(adapt))
    }

    /// Starts from a step that is yet to be joined to its own origin.
    public func from<P: RoutedScreen>(
        _ open: StepAssembly<P, TailContext>
    ) -> StepChain<Output, Context, P, TailContext> where P.Base == Output.Base {
        chain.joined(action, to: open) { $0 }
    }

    /// Starts from a step that is yet to be joined to its own origin, with a derived context.
    public func from<P: RoutedScreen, New>(
        _ open: StepAssembly<P, New>, context adapt: @escaping @MainActor (TailContext) throws -> New
    ) -> StepChain<Output, Context, P, New> where P.Base == Output.Base {
        chain.joined(action, to: open, adapt)
    }
}
