/// A container factory that fills its container with screens of its own before the screens of any step are embedded.
///
/// ```swift
/// CompleteFactory(ClassContainerFactory<AppTabs, Void>())
///     .with(homeFactory, using: AddTab())
///     .with(settingsFactory, using: AddTab())
/// ```
@MainActor public struct CompleteFactory<Base: ContainerFactory>: ContainerFactory {
    /// The class of the container.
    public typealias Output = Base.Output
    /// The input of the step.
    public typealias Input = Base.Input

    private struct Child {
        let action: any ContainerAction
        let prepare: @MainActor (Base.Input) throws -> Void
        let build: @MainActor (Base.Input) throws -> Base.Output.Base
    }

    private let base: Base
    private var children: [Child] = []

    /// Creates a complete factory without children.
    public init(_ base: Base) {
        self.base = base
    }

    /// Adds a screen that is created with the input of the container.
    public func with<F: ScreenFactory, A: ContainerAction>(_ factory: F, using action: A) -> CompleteFactory
    where F.Input == Input, F.Output.Base == Output.Base, A.Role == Output.Role {
        with(factory, using: action, input: { $0 })
    }

    /// Adds a screen that is created with an input derived from that of the container.
    public func with<F: ScreenFactory, A: ContainerAction>(
        _ factory: F, using action: A, input adapt: @escaping @MainActor (Input) throws -> F.Input
    ) -> CompleteFactory where F.Output.Base == Output.Base, A.Role == Output.Role {
        adding(
            Child(
                action: action,
                prepare: { try factory.prepare(with: adapt($0)) },
                build: { try upcast(factory.build(with: adapt($0))) }))
    }

    /// Adds a container that is created with the input of this one. It may be complete itself.
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

    /// The number of screens after the base factory and these children have added theirs.
    public var prebuiltCount: Int {
        var contained = Array(0..<base.prebuiltCount)
        for child in children {
            // An action that does not fit throws again when the container is created, and is reported then.
            try? child.action.embed(contained.count, in: &contained)
        }
        return contained.count
    }

    /// Asks every factory to accept the input.
    public func prepare(with input: Input) throws {
        try base.prepare(with: input)
        for child in children { try child.prepare(input) }
    }

    /// Creates the container with its own children, followed by those of the steps.
    public func build(with input: Input, children steps: Children<Output.Base>) throws -> Output {
        var all = Children<Output.Base>()
        for child in children { all.items.append((try child.build(input), child.action)) }
        all.items += steps.items
        return try base.build(with: input, children: all)
    }
}
