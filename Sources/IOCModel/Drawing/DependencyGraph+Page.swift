extension DependencyGraph {
    /// The graph as one page that needs nothing else: a drawing of up to 400 components, or of the modules of more, and all
    /// of them to search, each with its dependencies, dependents, scope, origin and circles.
    public var html: String { page() }

    /// The graph as one page that needs nothing else: a list to search, what there is to know of a component with a
    /// picture of its neighbors, and the whole graph drawn.
    ///
    /// A graph that nobody can draw whole is drawn by its modules, each of which opens.
    /// - Parameter layout: Draws what ``dot`` says as an SVG element whose nodes keep their names as titles; nil where it
    ///   can't.
    package func page(layout: (String) -> String? = { _ in nil }) -> String {
        let isDrawn = components.count <= Self.mostDrawn
        let drawing = isDrawn ? layout(dot) ?? drawing : nil
        let modules = drawingOfModules
        var templates = modules.map { ["<template id=\"modules\">\n\($0)\n</template>"] } ?? []
        if !isDrawn {
            templates += drawingsByModule.map { module, svg in
                "<template data-of=\"\(GraphDrawing.markup(module))\">\n\(svg)\n</template>"
            }
        }
        let main = (drawing ?? modules).map { "<section id=\"drawing\">\n\($0)\n</section>\n" } ?? ""
        // No text of the program can end the script it stands in.
        let data = json.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
        return """
            \(PageText.head)\(main)<article id="detail"></article>
            </main>
            \(templates.joined(separator: "\n"))
            <script>
            const graph = \(data);
            \(PageText.list)
            \(PageText.panel)
            \(PageText.drawing)
            \(PageText.start)
            </script>
            </html>

            """
    }
}

/// What stands in every graph's page.
enum PageText {}
