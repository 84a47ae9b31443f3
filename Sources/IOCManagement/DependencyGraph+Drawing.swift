public import IOC

extension DependencyGraph {
    /// The graph as one page that needs nothing else: a list of all components to search, and a drawing.
    public var html: String { GraphPage(graph: json).html }

    /// The graph in Graphviz's language: dashed edges are providers, red ones close a circle.
    public var dot: String { drawing?.dot ?? "" }

    /// The graph as a Mermaid flowchart.
    public var mermaid: String { drawing?.mermaid ?? "" }

    /// The same page with what each component took.
    /// - Parameter timings: The timings that have observed the context.
    /// - Returns: The page.
    public func html(timings: StartupTimings) -> String { GraphPage(graph: timed(timings).json).html }

    /// A graph's own JSON can always be read.
    private var drawing: GraphDrawing? { try? GraphDrawing(json: json) }

    /// The graph with what each component took.
    func timed(_ timings: StartupTimings) -> Self {
        func milliseconds(_ duration: Duration?) -> Double? { duration.map { $0 / .microseconds(1) / 1_000 } }
        let taken = timings.entries.map { entry in
            let timings = Timings(
                made: milliseconds(entry.made), injected: milliseconds(entry.injected),
                started: milliseconds(entry.started))
            return (entry.component, timings)
        }
        return timed(Dictionary(taken, uniquingKeysWith: { $1 }))
    }
}
