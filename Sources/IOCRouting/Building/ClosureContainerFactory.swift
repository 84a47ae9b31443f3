/// Makes a container by a closure.
public struct ClosureContainerFactory<Output: ContainerScreen, Input>: ContainerFactory {
    private let body: @MainActor (Input, Children<Output.Base>) throws -> Output
    /// How many screens the container holds before any step embeds in it.
    public let prebuiltCount: Int

    /// A factory that calls the closure. Plans are exact where it says how many screens the closure puts in itself.
    public init(
        prebuiltCount: Int = 0, _ body: @escaping @MainActor (Input, Children<Output.Base>) throws -> Output
    ) {
        self.prebuiltCount = prebuiltCount
        self.body = body
    }

    /// What the closure makes.
    public func build(with input: Input, children: Children<Output.Base>) throws -> Output {
        try body(input, children)
    }
}
