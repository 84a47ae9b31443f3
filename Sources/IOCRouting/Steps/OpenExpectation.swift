/// A step that is yet to be joined to its origin, as one whose screen is held by a container of a class.
@MainActor public struct OpenExpectation<Output: RoutedScreen, Input, Container: ContainerScreen>
where Container.Base == Output.Base {
    let step: StepBuilder<Output, Input>
}

extension StepBuilder {
    /// This step as one whose screen is held by a container of a class, in which the step after it embeds: so that two
    /// screens go onto one stack in one statement.
    public func expectingContainer<Container: ContainerScreen>(
        _ container: Container.Type
    ) -> OpenExpectation<Output, Input, Container> where Container.Base == Output.Base {
        OpenExpectation(step: self)
    }
}
