/// Takes a screen that a finder finds for one that was made; goes with ``Nothing`` where it stays in its place.
public struct FinderFactory<F: Finder>: LocatingFactory {
    /// The class of the screen.
    public typealias Output = F.Output
    /// The input of the route.
    public typealias Input = F.Input

    private let finder: F
    private let host: any ScreenHost<F.Output.Base>

    /// A factory that finds its screen in the host's tree.
    public init(_ finder: F, in host: any ScreenHost<F.Output.Base>) {
        self.finder = finder
        self.host = host
    }

    /// The screen found; throws ``RoutingError`` where there is none.
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
