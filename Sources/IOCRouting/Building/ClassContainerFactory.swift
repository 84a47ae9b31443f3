/// Makes a container by its class's initializer.
public struct ClassContainerFactory<Output: PrefilledContainer, Input>: ContainerFactory {
    /// A factory for the class.
    public init() {}

    /// A new container that holds the children.
    public func build(with input: Input, children: Children<Output.Base>) throws -> Output {
        Output(children: try children.integrated())
    }
}
