/// Finds one particular screen while it lives and is in the tree; it does not keep it alive.
public struct InstanceFinder<Output: RoutedScreen, Input>: Finder {
    private weak var instance: Output?

    /// A finder for this screen.
    public init(_ instance: Output) {
        self.instance = instance
    }

    /// The screen, if it is alive and in the tree.
    public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? {
        guard let instance, let screen = instance as? Output.Base, tree.contains(screen) else { return nil }
        return instance
    }
}
