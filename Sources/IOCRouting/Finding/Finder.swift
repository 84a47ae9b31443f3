/// Finds the screen of a step in the tree.
///
/// A finder is a plain type with one method on the main actor, so a class that conforms can be a component.
public protocol Finder<Output, Input> {
    /// The class of the screen.
    associatedtype Output: RoutedScreen
    /// The input of the step.
    associatedtype Input

    /// The screen; nil if it is not in the tree. An error ends the navigation before anything changes.
    @MainActor func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output?
}

/// Finds nothing, so that the screen of the step is always created.
public struct NoFinder<Output: RoutedScreen, Input>: Finder {
    /// Creates a finder that finds nothing.
    public init() {}

    /// Always nil.
    public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? { nil }
}

/// Finds a screen with a closure.
public struct ClosureFinder<Output: RoutedScreen, Input>: Finder {
    private let body: @MainActor (Input, ScreenTree<Output.Base>) throws -> Output?

    /// Creates a finder that calls the closure.
    public init(_ body: @escaping @MainActor (Input, ScreenTree<Output.Base>) throws -> Output?) {
        self.body = body
    }

    /// Calls the closure.
    public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? {
        try body(input, tree)
    }
}

/// Finds one particular screen while it is in the tree. It references the screen weakly.
public struct InstanceFinder<Output: RoutedScreen, Input>: Finder {
    private weak var instance: Output?

    /// Creates a finder for this screen.
    public init(_ instance: Output) {
        self.instance = instance
    }

    /// The screen, if it is in the tree.
    public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? {
        guard let instance, let screen = instance as? Output.Base, tree.contains(screen) else { return nil }
        return instance
    }
}
