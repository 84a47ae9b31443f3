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
    /// The first visited screen that is the target.
    @MainActor public func find(with input: Input, in tree: ScreenTree<Output.Base>) throws -> Output? {
        for case let screen as Output in try search.visit(tree) where try isTarget(screen, for: input) {
            return screen
        }
        return nil
    }
}

/// Finds a screen by its class.
public struct ClassFinder<Output: RoutedScreen, Input>: IteratingFinder, CustomStringConvertible {
    /// The screens to visit.
    public let search: Search<Output.Base>

    /// Creates a finder that searches by options from a start.
    public init(_ options: SearchOptions = .fullStack, from start: SearchStart<Output.Base> = .topmost) {
        search = Search(options, from: start)
    }

    /// Creates a finder with a search of your own.
    public init(search: Search<Output.Base>) {
        self.search = search
    }

    /// Every screen of the class is a target.
    public func isTarget(_ screen: Output, for input: Input) -> Bool { true }

    /// The finder with the class that it finds.
    public var description: String { "ClassFinder(\(Output.self))" }
}

/// Finds a screen by its class and by the input that it shows.
public struct ClassWithInputFinder<Output: InputChecking>: IteratingFinder, CustomStringConvertible {
    /// The input that the screen shows.
    public typealias Input = Output.Input

    /// The screens to visit.
    public let search: Search<Output.Base>

    /// Creates a finder that searches by options from a start.
    public init(_ options: SearchOptions = .fullStack, from start: SearchStart<Output.Base> = .topmost) {
        search = Search(options, from: start)
    }

    /// Creates a finder with a search of your own.
    public init(search: Search<Output.Base>) {
        self.search = search
    }

    /// Asks the screen.
    public func isTarget(_ screen: Output, for input: Output.Input) -> Bool { screen.isTarget(for: input) }

    /// The finder with the class that it finds.
    public var description: String { "ClassWithInputFinder(\(Output.self))" }
}
