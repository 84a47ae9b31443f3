/// The graph as one page that needs nothing else: a list of all components to search, each with its dependencies, dependents,
/// scope, origin and circles, and a drawing.
///
/// The drawing shows the whole graph, or its modules if there are many components. The page lays it out itself, so that it
/// fills any window and a module opens in its place.
struct GraphPage {
    /// The graph's JSON.
    var graph: String
    /// The JSON of the context's report, and of its health; nil for a graph without a running context.
    var report: String?
    var health: String?

    var html: String {
        """
        \(PageText.head)<script>
        const report = \(Self.literal(report ?? "null"));
        const health = \(Self.literal(health ?? "null"));
        const graph = \(Self.literal(graph));
        \(PageText.model)
        \(PageText.list)
        \(PageText.panel)
        \(PageText.layout)
        \(PageText.drawing)
        \(PageText.view)
        \(PageText.start)
        </script>
        </html>

        """
    }

    /// JSON in which no text can end the script around it.
    private static func literal(_ json: String) -> String {
        json.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
    }
}

/// The part that every graph's page has.
enum PageText {}
