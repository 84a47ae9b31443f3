/// A factory that creates the screen of a step if the step's finder finds none.
public protocol ScreenFactory<Output, Input> {
    /// The class of the screen.
    associatedtype Output: RoutedScreen
    /// The input of the step.
    associatedtype Input

    /// Checks an input before interceptors run and screens are created. Throws to reject the input.
    @MainActor func prepare(with input: Input) throws

    /// Creates the screen. If this function throws, the navigation fails.
    @MainActor func build(with input: Input) throws -> Output
}

extension ScreenFactory {
    /// Accepts every input.
    @MainActor public func prepare(with input: Input) throws {}
}

/// A factory that calls the initializer of the screen's class.
public struct ClassFactory<Output: InitializableScreen, Input>: ScreenFactory {
    private let configure: @MainActor (Output) -> Void

    /// Creates a factory.
    /// - Parameter configure: Called with each new screen.
    public init(configure: @escaping @MainActor (Output) -> Void = { _ in }) {
        self.configure = configure
    }

    /// Creates a screen.
    public func build(with input: Input) throws -> Output {
        let screen = Output()
        configure(screen)
        return screen
    }
}

/// A factory that calls a closure.
public struct ClosureFactory<Output: RoutedScreen, Input>: ScreenFactory {
    private let body: @MainActor (Input) throws -> Output

    /// Creates a factory that calls the closure.
    public init(_ body: @escaping @MainActor (Input) throws -> Output) {
        self.body = body
    }

    /// Calls the closure.
    public func build(with input: Input) throws -> Output { try body(input) }
}

/// A factory for a step whose finder must find the screen. It creates nothing.
public struct NoFactory<Output: RoutedScreen, Input>: ScreenFactory {
    /// Creates a factory that creates nothing.
    public init() {}

    /// Throws ``RoutingError`` in every case.
    public func build(with input: Input) throws -> Output {
        throw RoutingError(
            .screenNotFound, wanted: "a \(Output.self) in the tree", found: "none, and the step has no factory",
            action: "give the step a factory, or show the screen first")
    }
}

/// A factory that returns the screen that a finder finds, instead of creating one. Use it with ``Nothing`` to leave the
/// screen in place.
public struct FinderFactory<F: Finder>: LocatingFactory {
    /// The class of the screen.
    public typealias Output = F.Output
    /// The input of the step.
    public typealias Input = F.Input

    private let finder: F
    private let host: any ScreenHost<F.Output.Base>

    /// Creates a factory that finds its screen in the tree of a host.
    public init(_ finder: F, in host: any ScreenHost<F.Output.Base>) {
        self.finder = finder
        self.host = host
    }

    /// Returns the found screen. Throws ``RoutingError`` if there is none.
    public func build(with input: F.Input) throws -> F.Output {
        try locate(with: input, in: ScreenTree(host))
    }

    func locate(with input: F.Input, in tree: ScreenTree<F.Output.Base>) throws -> F.Output {
        guard let screen = try finder.find(with: input, in: tree) else {
            throw RoutingError(
                .screenNotFound, wanted: "a \(F.Output.self) in the tree, for a factory that finds its screen",
                found: tree.outline, action: "put the screen into the tree first, or give the step another factory")
        }
        return screen
    }
}

/// A factory that only finds screens. So the router can ask for the screen while it plans.
protocol LocatingFactory<Output, Input>: ScreenFactory {
    @MainActor func locate(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output
}

/// A factory that creates a container together with the screens of the steps that are embedded in it.
public protocol ContainerFactory<Output, Input> {
    /// The class of the container.
    associatedtype Output: ContainerScreen
    /// The input of the step.
    associatedtype Input

    /// The number of screens in the container before the screens of any step are embedded.
    @MainActor var prebuiltCount: Int { get }

    /// Checks an input before interceptors run and screens are created. Throws to reject the input.
    @MainActor func prepare(with input: Input) throws

    /// Creates the container with the children. If this function throws, the navigation fails.
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

    /// Returns the content of the container after each action has embedded its screen. Throws the error of an action.
    /// - Parameter existing: The screens that the container already contains.
    @MainActor public func integrated(into existing: [Screen] = []) throws -> [Screen] {
        var contained = existing
        for item in items { try item.action.embed(item.screen, in: &contained) }
        return contained
    }
}

/// A factory that calls the initializer of the container's class.
public struct ClassContainerFactory<Output: PrefilledContainer, Input>: ContainerFactory {
    /// Creates a factory.
    public init() {}

    /// Creates a container of the children.
    public func build(with input: Input, children: Children<Output.Base>) throws -> Output {
        Output(children: try children.integrated())
    }
}

/// A factory that calls a closure to create the container.
public struct ClosureContainerFactory<Output: ContainerScreen, Input>: ContainerFactory {
    private let body: @MainActor (Input, Children<Output.Base>) throws -> Output
    /// The number of screens in the container before the screens of any step are embedded.
    public let prebuiltCount: Int

    /// Creates a factory that calls the closure.
    /// - Parameters:
    ///   - prebuiltCount: The number of screens that the closure itself puts into the container. Plans rely on this
    ///     number.
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

/// A container factory that first fills its container with screens of its own. The screens of steps are embedded after
/// them.
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

    /// Adds a screen that is created with an input derived from the container's input.
    public func with<F: ScreenFactory, A: ContainerAction>(
        _ factory: F, using action: A, input adapt: @escaping @MainActor (Input) throws -> F.Input
    ) -> CompleteFactory where F.Output.Base == Output.Base, A.Role == Output.Role {
        adding(
            Child(
                action: action,
                prepare: { try factory.prepare(with: adapt($0)) },
                build: { try upcast(factory.build(with: adapt($0))) }))
    }

    /// Adds a container that is created with this container's input. Its factory may be a `CompleteFactory` as well.
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

    /// The number of screens that the base factory and the children put into the container.
    public var prebuiltCount: Int {
        var contained = Array(0..<base.prebuiltCount)
        for child in children {
            // If an action does not fit, it throws again when the container is created. The error is reported then.
            try? child.action.embed(contained.count, in: &contained)
        }
        return contained.count
    }

    /// Lets every factory check the input.
    public func prepare(with input: Input) throws {
        try base.prepare(with: input)
        for child in children { try child.prepare(input) }
    }

    /// Creates the container with its own children, followed by the screens of the steps.
    public func build(with input: Input, children steps: Children<Output.Base>) throws -> Output {
        var all = Children<Output.Base>()
        for child in children { all.items.append((try child.build(input), child.action)) }
        all.items += steps.items
        return try base.build(with: input, children: all)
    }
}
