/// Makes a container by a closure.
public struct ClosureContainerFactory<Output: ContainerScreen, Input>: ContainerFactory {
    private let body: @MainActor (Input, Children<Output.Base>) throws -> Output
    /// The number of screens the container holds before any step embeds in it.
    public let prebuiltCount: Int

    /// A factory that calls the closure. Plans are exact where it says how many screens the closure puts in itself.
    public init(
        prebuiltCount: Int = 0, _ body: @escaping @MainActor (Input, Children<Output.Base>) throws -> Output
    ) {
        self.prebuiltCount = prebuiltCount
        self.body = body
    }

    /// The screen that the closure makes.
    public func build(with input: Input, children: Children<Output.Base>) throws -> Output {
        try body(input, children)
    }
}
