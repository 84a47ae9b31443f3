/// The graph as one page without other files: a list of all components with a search, and a drawing. A panel shows the
/// dependencies, dependents, scope, origin and cycles of the chosen component.
///
/// The drawing shows the whole graph, or groups such as modules if there are many components. The page computes the
/// layout itself, so that the drawing fits any window, and so that a group can be opened in its place.
struct GraphPage {
    /// The graph's JSON.
    var graph: String
    /// The JSON of the context's report and of its health; nil for a graph without a running context.
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

    /// Returns JSON in which no text can end the script that contains it.
    private static func literal(_ json: String) -> String {
        json.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
    }
}

/// The text that the pages of all graphs have in common.
enum PageText {}
