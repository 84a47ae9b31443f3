/// A container factory that fills its container with screens of its own before any step embeds in it.
///
/// ```swift
/// CompleteFactory(ClassContainerFactory<AppTabs, Void>())
///     .with(homeFactory, using: AddTab())
///     .with(settingsFactory, using: AddTab())
/// ```
@MainActor public struct CompleteFactory<Base: ContainerFactory>: ContainerFactory {
    /// The class of the container.
    public typealias Output = Base.Output
    /// The input of the route.
    public typealias Input = Base.Input
    private typealias Screen = Base.Output.Base

    private struct Child {
        let action: any ContainerAction
        let prepare: @MainActor (Base.Input) throws -> Void
        let build: @MainActor (Base.Input) throws -> Base.Output.Base
    }

    private let base: Base
    private var children: [Child] = []

    /// A complete factory without children yet.
    public init(_ base: Base) {
        self.base = base
    }

    /// Adds a screen, made with the container's input.
    public func with<F: ScreenFactory, A: ContainerAction>(_ factory: F, using action: A) -> CompleteFactory
    where F.Input == Input, F.Output.Base == Output.Base, A.Role == Output.Role {
        with(factory, using: action, input: { $0 })
    }

    /// Adds a screen, made with an input that is derived from the container's.
    public func with<F: ScreenFactory, A: ContainerAction>(
        _ factory: F, using action: A, input adapt: @escaping @MainActor (Input) throws -> F.Input
    ) -> CompleteFactory where F.Output.Base == Output.Base, A.Role == Output.Role {
        adding(
            Child(
                action: action,
                prepare: { try factory.prepare(with: adapt($0)) },
                build: { try upcast(factory.build(with: adapt($0))) }))
    }

    /// Adds a container, itself complete or empty, made with the container's input.
    public func with<F: ContainerFactory, A: ContainerAction>(_ factory: F, using action: A) -> CompleteFactory
    where F.Input == Input, F.Output.Base == Output.Base, A.Role == Output.Role {
        adding(
            Child(
                action: action,
                prepare: { try factory.prepare(with: $0) },
                build: { try upcast(factory.build(with: $0, children: Children())) }))
    }

    private func adding(_ child: Child) -> CompleteFactory {
        var copy = self
        copy.children.append(child)
        return copy
    }

    /// The number of screens that are there once the base's and these are in, of which some may take the place of others.
    public var prebuiltCount: Int {
        var contained = Array(0..<base.prebuiltCount)
        for child in children {
            // An action that does not fit here does not when the container is made, and is told of then.
            try? child.action.embed(contained.count, in: &contained)
        }
        return contained.count
    }

    /// Asks every factory.
    public func prepare(with input: Input) throws {
        try base.prepare(with: input)
        for child in children { try child.prepare(input) }
    }

    /// The container with its own children, and then those of the steps.
    public func build(with input: Input, children steps: Children<Output.Base>) throws -> Output {
        var all = Children<Screen>()
        for child in children { all.items.append((try child.build(input), child.action)) }
        all.items += steps.items
        return try base.build(with: input, children: all)
    }
}
