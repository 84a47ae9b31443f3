/// Makes a container together with the screens of the steps that embed in it.
public protocol ContainerFactory<Output, Context> {
    /// The class of the container.
    associatedtype Output: ContainerScreen
    /// What the route is called with.
    associatedtype Context

    /// How many screens the container holds before any step embeds in it.
    @MainActor var prebuiltCount: Int { get }

    /// Refuses a context by throwing, before anything changes and before any interceptor runs.
    @MainActor func prepare(with context: Context) throws

    /// Makes the container, holding the children. What is thrown ends the navigation before anything changes.
    @MainActor func build(with context: Context, children: Children<Output.Base>) throws -> Output
}

extension ContainerFactory {
    /// None.
    @MainActor public var prebuiltCount: Int { 0 }

    /// Accepts every context.
    @MainActor public func prepare(with context: Context) throws {}
}
