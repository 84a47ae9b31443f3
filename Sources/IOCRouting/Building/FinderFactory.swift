/// Returns a screen that a finder finds, as if it had been created. Use it with ``Nothing`` to leave the screen in place.
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

    /// The found screen. Throws ``RoutingError`` if there is none.
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

/// A factory that creates nothing, so that a plan can ask it which screen it would return.
protocol LocatingFactory<Output, Input>: ScreenFactory {
    @MainActor func locate(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output
}
