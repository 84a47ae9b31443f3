/// A step whose screen is held by a container of a class; only good for embedding in that container.
@MainActor public struct ContainerExpectation<Container: ContainerScreen, Input> {
    let shape: StepShape
    let bind: @MainActor (Input) throws -> BoundStep<Container.Base>
}

extension ContainerExpectation {
    /// The container of a class that holds the screen on top of everything presented.
    public static func current(in container: Container.Type) -> ContainerExpectation {
        Step<Container.Base, Input>.current().expectingContainer(container)
    }

    /// The container of a class that holds the screen at the root, which may be that container itself.
    public static func root(in container: Container.Type) -> ContainerExpectation {
        Step<Container.Base, Input>.root().expectingContainer(container)
    }
}
