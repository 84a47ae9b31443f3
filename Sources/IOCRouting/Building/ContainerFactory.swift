/// Creates a container together with the screens of the steps that are embedded in it.
public protocol ContainerFactory<Output, Input> {
    /// The class of the container.
    associatedtype Output: ContainerScreen
    /// The input of the step.
    associatedtype Input

    /// The number of screens in the container before the screens of any step are embedded.
    @MainActor var prebuiltCount: Int { get }

    /// Rejects an input by throwing, before anything changes and before any interceptor runs.
    @MainActor func prepare(with input: Input) throws

    /// Creates the container with the children. An error ends the navigation before anything changes.
    @MainActor func build(with input: Input, children: Children<Output.Base>) throws -> Output
}

extension ContainerFactory {
    /// No screens.
    @MainActor public var prebuiltCount: Int { 0 }

    /// Accepts every input.
    @MainActor public func prepare(with input: Input) throws {}
}

/// The screens that a new container embeds, each with its action.
public struct Children<Screen: RoutedScreen> where Screen.Base == Screen {
    var items: [(screen: Screen, action: any ContainerAction)]

    init(_ items: [(screen: Screen, action: any ContainerAction)] = []) {
        self.items = items
    }

    /// The screens, in the order of their steps.
    public var screens: [Screen] { items.map(\.screen) }

    /// The content of the container after each action has embedded its screen. Throws what an action throws.
    /// - Parameter existing: The screens that the container already contains.
    @MainActor public func integrated(into existing: [Screen] = []) throws -> [Screen] {
        var contained = existing
        for item in items { try item.action.embed(item.screen, in: &contained) }
        return contained
    }
}

/// Creates a container with the initializer of its class.
public struct ClassContainerFactory<Output: PrefilledContainer, Input>: ContainerFactory {
    /// Creates a factory.
    public init() {}

    /// Creates a container of the children.
    public func build(with input: Input, children: Children<Output.Base>) throws -> Output {
        Output(children: try children.integrated())
    }
}

/// Creates a container with a closure.
public struct ClosureContainerFactory<Output: ContainerScreen, Input>: ContainerFactory {
    private let body: @MainActor (Input, Children<Output.Base>) throws -> Output
    /// The number of screens in the container before the screens of any step are embedded.
    public let prebuiltCount: Int

    /// Creates a factory that calls the closure.
    /// - Parameters:
    ///   - prebuiltCount: The number of screens that the closure itself puts into the container. Plans rely on it.
    ///   - body: Creates the container.
    public init(
        prebuiltCount: Int = 0, _ body: @escaping @MainActor (Input, Children<Output.Base>) throws -> Output
    ) {
        self.prebuiltCount = prebuiltCount
        self.body = body
    }

    /// Calls the closure.
    public func build(with input: Input, children: Children<Output.Base>) throws -> Output {
        try body(input, children)
    }
}
