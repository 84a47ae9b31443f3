/// A container that can be made together with its first screens.
public protocol PrefilledContainer: ContainerScreen {
    /// Makes a container that holds these screens.
    @MainActor init(children: [Base])
}
