/// A rule that finds the screen of a step in the tree.
///
/// Only its method runs on the main actor. The type itself needs no actor, so a finder class can be a component.
public protocol Finder<Output, Input> {
    /// The class of the screen.
    associatedtype Output: RoutedScreen
    /// The input of the step.
    associatedtype Input

    /// Returns the screen; nil if it is not in the tree. If this function throws, the navigation fails.
    @MainActor func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output?
}

/// A finder that finds nothing, so that the step always uses its factory.
public struct NoFinder<Output: RoutedScreen, Input>: Finder {
    /// Creates a finder that finds nothing.
    public init() {}

    /// Returns nil.
    public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? { nil }
}

/// A finder that calls a closure.
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

/// A finder of one particular screen, as long as it is in the tree. The reference to the screen is weak.
public struct InstanceFinder<Output: RoutedScreen, Input>: Finder {
    private weak var instance: Output?

    /// Creates a finder for this screen.
    public init(_ instance: Output) {
        self.instance = instance
    }

    /// Returns the screen if it is in the tree; otherwise nil.
    public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? {
        guard let instance, let screen = instance as? Output.Base, tree.contains(screen) else { return nil }
        return instance
    }
}

/// A finder that visits screens in the order of a search and returns the first target.
public protocol IteratingFinder<Output, Input>: Finder {
    /// The class of the screen.
    associatedtype Output
    /// The input of the step.
    associatedtype Input

    /// The screens to visit, in order.
    var search: Search<Output.Base> { get }

    /// Returns true if a visited screen is the target.
    @MainActor func isTarget(_ screen: Output, for input: Input) throws -> Bool
}

extension IteratingFinder {
    /// Returns the first visited screen that is a target; nil if there is none.
    @MainActor public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? {
        for case let screen as Output in try search.visit(tree) where try isTarget(screen, for: input) {
            return screen
        }
        return nil
    }
}

/// A finder of screens of a class.
public struct ClassFinder<Output: RoutedScreen, Input>: IteratingFinder, CustomStringConvertible {
    /// The screens to visit.
    public let search: Search<Output.Base>

    /// Creates a finder that starts at a screen and visits the screens that the options name.
    public init(_ options: SearchOptions = .fullStack, from start: SearchStart<Output.Base> = .topmost) {
        search = Search(options, from: start)
    }

    /// Creates a finder with a custom search.
    public init(search: Search<Output.Base>) {
        self.search = search
    }

    /// Returns true, because every screen of the class is a target.
    public func isTarget(_ screen: Output, for input: Input) -> Bool { true }

    /// The name of the finder, with the class that it finds.
    public var description: String { "ClassFinder(\(Output.self))" }
}

/// A finder of screens of a class that show the input of the step.
public struct ClassWithInputFinder<Output: InputChecking>: IteratingFinder, CustomStringConvertible {
    /// The input that the screen shows.
    public typealias Input = Output.Input

    /// The screens to visit.
    public let search: Search<Output.Base>

    /// Creates a finder that starts at a screen and visits the screens that the options name.
    public init(_ options: SearchOptions = .fullStack, from start: SearchStart<Output.Base> = .topmost) {
        search = Search(options, from: start)
    }

    /// Creates a finder with a custom search.
    public init(search: Search<Output.Base>) {
        self.search = search
    }

    /// Returns the result of the screen's ``InputChecking/isTarget(for:)``.
    public func isTarget(_ screen: Output, for input: Output.Input) -> Bool { screen.isTarget(for: input) }

    /// The name of the finder, with the class that it finds.
    public var description: String { "ClassWithInputFinder(\(Output.self))" }
}
