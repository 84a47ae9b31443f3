/// A container of a class that contains the screen of a route. It is only good for embedding in that container.
@MainActor public struct ContainerExpectation<Container: ContainerScreen, Input> {
    let shape: StepShape
    let bind: @MainActor (Input) throws -> BoundStep<Container.Base>

    /// The container that contains the screen on top of everything that is presented.
    public static func current(in container: Container.Type) -> ContainerExpectation {
        Step<Container.Base, Input>.current().expectingContainer(container)
    }

    /// The container that contains the screen at the root, or is that screen.
    public static func root(in container: Container.Type) -> ContainerExpectation {
        Step<Container.Base, Input>.root().expectingContainer(container)
    }
}

/// A container of a class that contains the screen of a step which has no origin yet.
@MainActor public struct OpenContainerExpectation<Container: ContainerScreen, Output: RoutedScreen, Input>
where Container.Base == Output.Base {
    let step: StepBuilder<Output, Input>
}

extension StepBuilder {
    /// The container of a class that contains the screen of this step. The step after it can be embedded in it, so that
    /// one statement puts two screens onto one stack.
    public func expectingContainer<Container: ContainerScreen>(
        _ container: Container.Type
    ) -> OpenContainerExpectation<Container, Output, Input> where Container.Base == Output.Base {
        OpenContainerExpectation(step: self)
    }
}
