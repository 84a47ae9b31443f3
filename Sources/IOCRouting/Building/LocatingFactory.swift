/// A factory of which a plan can tell what it would give, as it makes nothing.
protocol LocatingFactory<Output, Input>: ScreenFactory {
    /// The screen it gives; throws where there is none.
    @MainActor func locate(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output
}
