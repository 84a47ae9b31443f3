/// Finds a screen by its class.
public struct ClassFinder<Output: RoutedScreen, Input>: IteratingFinder {
    /// The screens to visit.
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
    public func isTarget(_ screen: Output, for input: Input) -> Bool { true }
}

extension ClassFinder: CustomStringConvertible {
    /// The class it finds.
    public var description: String { "ClassFinder(\(Output.self))" }
}

extension ClassFinder: RecognizableFinder {
    var key: String? { search.key.map { "class \(Output.self), \($0)" } }
}
