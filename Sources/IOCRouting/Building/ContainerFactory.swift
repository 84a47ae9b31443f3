/// Makes a container together with the screens of the steps that embed in it.
public protocol ContainerFactory<Output, Input> {
    /// The class of the container.
    associatedtype Output: ContainerScreen
    /// The input of the route.
    associatedtype Input

    /// The number of screens the container holds before any step embeds in it.
    @MainActor var prebuiltCount: Int { get }

    /// Refuses an input by throwing, before anything changes and before any interceptor runs.
    @MainActor func prepare(with input: Input) throws

    /// Makes the container, holding the children. What is thrown ends the navigation before anything changes.
    @MainActor func build(with input: Input, children: Children<Output.Base>) throws -> Output
}

extension ContainerFactory {
    /// None.
    @MainActor public var prebuiltCount: Int { 0 }

    /// Accepts every input.
    @MainActor public func prepare(with input: Input) throws {}
}
