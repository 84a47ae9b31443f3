/// Makes a screen by its class's initializer.
public struct ClassFactory<Output: InitializableScreen, Context>: Factory {
    private let configure: @MainActor (Output) -> Void

    /// A factory for the class; the closure sees each new screen.
    public init(configure: @escaping @MainActor (Output) -> Void = { _ in }) {
        self.configure = configure
    }

    /// A new screen.
    public func build(with context: Context) throws -> Output {
        let screen = Output()
        configure(screen)
        return screen
    }
}

/// Makes a screen by a closure.
public struct ClosureFactory<Output: RoutedScreen, Context>: Factory {
    private let body: @MainActor (Context) throws -> Output

    /// A factory that calls the closure.
    public init(_ body: @escaping @MainActor (Context) throws -> Output) {
        self.body = body
    }

    /// What the closure makes.
    public func build(with context: Context) throws -> Output { try body(context) }
}

/// Takes a screen that a finder finds for one that was made; goes with ``Nothing`` where it stays in its place.
public struct FinderFactory<F: Finder>: LocatingFactory {
    /// The class of the screen.
    public typealias Output = F.Output
    /// What the route is called with.
    public typealias Context = F.Context

    private let finder: F
    private let host: any ScreenHost<F.Output.Base>

    /// A factory that finds its screen in the host's tree.
    public init(_ finder: F, in host: any ScreenHost<F.Output.Base>) {
        self.finder = finder
        self.host = host
    }

    /// The screen found; throws ``RoutingError`` where there is none.
    public func build(with context: F.Context) throws -> F.Output {
        try locate(with: context, in: ScreenTree(host))
    }

    func locate(with context: F.Context, in tree: ScreenTree<F.Output.Base>) throws -> F.Output {
        guard let screen = try finder.find(with: context, in: tree) else {
            throw RoutingError(
                .nothingFound, wanted: "a \(F.Output.self) in the tree, for a factory that finds its screen",
                found: tree.outline, action: "put the screen into the tree first, or give the step another factory")
        }
        return screen
    }
}

/// A factory of which a plan can tell what it would give, as it makes nothing.
protocol LocatingFactory<Output, Context>: Factory {
    /// The screen it gives; throws where there is none.
    @MainActor func locate(with context: Context, in tree: ScreenTree<Output.Base>) throws -> Output
}

/// Makes nothing: the step's screen must be found.
public struct NoFactory<Output: RoutedScreen, Context>: Factory {
    /// A factory that makes nothing.
    public init() {}

    /// Throws ``RoutingError``.
    public func build(with context: Context) throws -> Output {
        throw RoutingError(
            .nothingFound, wanted: "a \(Output.self) in the tree", found: "none, and the step has no factory",
            action: "give the step a factory, or show the screen first")
    }
}

/// Makes a container by its class's initializer.
public struct ClassContainerFactory<Output: PrefilledContainer, Context>: ContainerFactory {
    /// A factory for the class.
    public init() {}

    /// A new container that holds the children.
    public func build(with context: Context, children: Children<Output.Base>) throws -> Output {
        Output(children: try children.integrated())
    }
}

/// Makes a container by a closure.
public struct ClosureContainerFactory<Output: ContainerScreen, Context>: ContainerFactory {
    private let body: @MainActor (Context, Children<Output.Base>) throws -> Output
    /// How many screens the container holds before any step embeds in it.
    public let prebuiltCount: Int

    /// A factory that calls the closure. Plans are exact where it says how many screens the closure puts in itself.
    public init(
        prebuiltCount: Int = 0, _ body: @escaping @MainActor (Context, Children<Output.Base>) throws -> Output
    ) {
        self.prebuiltCount = prebuiltCount
        self.body = body
    }

    /// What the closure makes.
    public func build(with context: Context, children: Children<Output.Base>) throws -> Output {
        try body(context, children)
    }
}
