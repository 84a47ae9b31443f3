/// Finds a screen by its class and by what it shows.
public struct ClassWithInputFinder<Output: InputChecking>: IteratingFinder {
    /// The content of the screen.
    public typealias Input = Output.Input

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

    /// The screen itself answers.
    public func isTarget(_ screen: Output, for input: Output.Input) -> Bool { screen.isTarget(for: input) }
}

extension ClassWithInputFinder: CustomStringConvertible {
    /// The class it finds.
    public var description: String { "ClassWithInputFinder(\(Output.self))" }
}

extension ClassWithInputFinder: RecognizableFinder {
    var key: String? { search.key.map { "class \(Output.self) with input, \($0)" } }
}
