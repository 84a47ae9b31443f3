public import IOCModel

extension DependencyGraph {
    /// The graph as one page that needs nothing else: drawn whole, or by its modules where they are many, and all components
    /// to search, each with its dependencies, dependents, scope, origin and circles.
    ///
    /// The page lays the drawing out itself, so that it fills any window and a module opens in its place.
    public var html: String {
        // No text of the program can end the script it stands in.
        let data = json.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
        return """
            \(PageText.head)<script>
            const graph = \(data);
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
}

/// The part that every graph's page has.
enum PageText {}
