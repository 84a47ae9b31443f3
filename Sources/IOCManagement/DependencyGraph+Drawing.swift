public import IOC
package import IOCModel

extension DependencyGraph {
    /// The graph as one HTML page without other files: a list of all components with a search, and a drawing.
    public var html: String { GraphPage(graph: json).html }

    /// The graph in Graphviz's language. Dashed edges are providers, and red edges belong to a cycle.
    public var dot: String { drawing?.dot ?? "" }

    /// The graph as a Mermaid flowchart.
    public var mermaid: String { drawing?.mermaid ?? "" }

    /// Returns the page of ``html``, with the times of each component.
    /// - Parameter timings: The timings that have observed the context.
    /// - Returns: The page.
    public func html(timings: StartupTimings) -> String { GraphPage(graph: timed(timings).json).html }

    /// The drawing. It is never nil, because the graph's own JSON can always be read.
    private var drawing: GraphDrawing? { try? GraphDrawing(json: json) }

    /// Returns the graph with the times of each component.
    func timed(_ timings: StartupTimings) -> Self {
        func milliseconds(_ duration: Duration?) -> Double? { duration.map { $0 / .microseconds(1) / 1_000 } }
        let entries = Dictionary(timings.entries.map { ($0.component, $0) }, uniquingKeysWith: { $1 })
        var result = self
        for index in components.indices {
            guard let entry = entries[components[index].name] else { continue }
            result.components[index].timings = Timings(
                made: milliseconds(entry.made), injected: milliseconds(entry.injected),
                started: milliseconds(entry.started))
        }
        return result
    }
}

extension Explainer {
    /// The graph with the configuration's entries for each component, and the sources of each setting.
    package var annotatedGraph: DependencyGraph {
        var result = graph
        for (index, component) in graph.components.enumerated() {
            let said = said(component)
            result.components[index].said = [said.listing].compactMap(\.self) + said.entry
            for (place, property) in component.properties.enumerated() {
                result.components[index].properties[place].sources = property.key.map { key in
                    setting(key, component.name)?.sources ?? ["its default, because no source has the setting"]
                }
            }
        }
        return result
    }
}
