/// Finds a screen by its class.
public struct ClassFinder<Output: RoutedScreen, Context>: IteratingFinder {
    /// Which screens are visited.
    public let search: Search<Output.Base>

    /// A finder for the class, looking where the search says.
    public init(_ options: SearchOptions = .fullStack, from start: SearchStart<Output.Base> = .topmost) {
        search = Search(options, from: start)
    }

    /// A finder for the class with a search of your own.
    public init(search: Search<Output.Base>) {
        self.search = search
    }

    /// Every screen of the class is.
    public func isTarget(_ screen: Output, for context: Context) -> Bool { true }
}

/// Finds a screen by its class and by what it shows.
public struct ClassWithContextFinder<Output: ContextChecking>: IteratingFinder {
    /// What the screen shows.
    public typealias Context = Output.Context

    /// Which screens are visited.
    public let search: Search<Output.Base>

    /// A finder for the class, looking where the search says.
    public init(_ options: SearchOptions = .fullStack, from start: SearchStart<Output.Base> = .topmost) {
        search = Search(options, from: start)
    }

    /// A finder for the class with a search of your own.
    public init(search: Search<Output.Base>) {
        self.search = search
    }

    /// The screen itself answers.
    public func isTarget(_ screen: Output, for context: Output.Context) -> Bool { screen.isTarget(for: context) }
}

/// Finds one particular screen while it lives and is in the tree; it does not keep it alive.
public struct InstanceFinder<Output: RoutedScreen, Context>: Finder {
    private weak var instance: Output?

    /// A finder for this screen.
    public init(_ instance: Output) {
        self.instance = instance
    }

    /// The screen, if it is alive and in the tree.
    public func find(with context: Context, in tree: ScreenTree<Output.Base>) throws -> Output? {
        guard let instance, let screen = instance as? Output.Base, tree.contains(screen) else { return nil }
        return instance
    }
}

/// Finds nothing, so that the step is always built.
public struct NoFinder<Output: RoutedScreen, Context>: Finder {
    /// A finder that finds nothing.
    public init() {}

    /// Nil.
    public func find(with context: Context, in tree: ScreenTree<Output.Base>) throws -> Output? { nil }
}

/// Finds a screen by a closure.
public struct ClosureFinder<Output: RoutedScreen, Context>: Finder {
    private let body: @MainActor (Context, ScreenTree<Output.Base>) throws -> Output?

    /// A finder that asks the closure.
    public init(_ body: @escaping @MainActor (Context, ScreenTree<Output.Base>) throws -> Output?) {
        self.body = body
    }

    /// What the closure answers.
    public func find(with context: Context, in tree: ScreenTree<Output.Base>) throws -> Output? {
        try body(context, tree)
    }
}

extension ClassFinder: CustomStringConvertible {
    /// The class it finds.
    public var description: String { "ClassFinder(\(Output.self))" }
}

extension ClassWithContextFinder: CustomStringConvertible {
    /// The class it finds.
    public var description: String { "ClassWithContextFinder(\(Output.self))" }
}

extension ClassFinder: RecognizableFinder {
    var key: String? { search.key.map { "class \(Output.self), \($0)" } }
}

extension ClassWithContextFinder: RecognizableFinder {
    var key: String? { search.key.map { "class \(Output.self) with context, \($0)" } }
}
