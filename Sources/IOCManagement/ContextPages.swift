public import IOC
import IOCModel

/// Pages about a context for operators. Any HTTP server can send them.
///
/// ```swift
/// @Component
/// final class Management {
///     @Autowired var context: ApplicationContext
///     func answer(_ path: String, host: String?) async -> ContextPages.Page {
///         await ContextPages(context).page(at: path, host: host)
///     }
/// }
/// ```
///
/// | Path | Page |
/// | --- | --- |
/// | `/` | links to the others |
/// | `/health` | 200 if every `HealthReporting` component is well, otherwise 503, as JSON |
/// | `/health/live` | 200 while every component that counts for liveness is well, otherwise 503 |
/// | `/health/ready` | 200 while the context serves and every component that counts for readiness is well, otherwise 503 |
/// | `/health/started` | 200 once the context has started, otherwise 503 |
/// | `/context`, `/context.txt`, `/context.json` | the report |
/// | `/context/conditions` | which components are included or excluded by a condition, and why |
/// | `/context/settings` | the settings with their origins, secrets masked |
/// | `/context/timings` | the time that each component took, if there are ``StartupTimings`` |
/// | `/graph`, `/graph.dot`, `.mermaid`, `.json`, `.txt` | the live graph, as a page and for other tools |
///
/// The links between the pages are relative, so a server may serve the pages under a prefix. Remove the prefix from the
/// path that you pass to ``page(at:host:)``.
///
/// The pages reveal how a program is built. Serve them on a separate port that only operators can reach. A foreign site
/// could still lead an operator's browser to this port. So a request is rejected if its `Host` is not among ``hosts``.
public struct ContextPages: Sendable {
    /// An answer: status, media type and body.
    public struct Page: Sendable, Equatable {
        /// The HTTP status.
        public let status: Int
        /// The media type, for `Content-Type`.
        public let type: String
        /// The body, to be sent as UTF-8.
        public let body: String
    }

    /// The paths that have a page, each with a description.
    private static let contents: KeyValuePairs = [
        "/": "links to the other pages",
        "/health": "the answer of every component that reports its health",
        "/health/live": "whether the process works, or has to be restarted",
        "/health/ready": "whether the process takes requests",
        "/health/started": "whether the process has started",
        "/context": "components, files, profiles, conditions and notices",
        "/context.txt": "the same as plain text",
        "/context.json": "the same with all settings, for tools",
        "/context/conditions": "which components are in or out by a condition, and why",
        "/context/settings": "the settings, each with its origin",
        "/context/timings": "the time that each component took to create and to start",
        "/graph": "the components and what they depend on, to search and to look at",
        "/graph.dot": "the same for Graphviz",
        "/graph.mermaid": "the same for Mermaid",
        "/graph.json": "the same for tools",
        "/graph.txt": "the same as a tree",
    ]

    /// The paths that have a page.
    public static let paths = contents.map(\.key)

    private let given: ApplicationContext
    private let timings: StartupTimings?
    /// The host names that a request may use, without ports.
    public let hosts: Set<String>

    /// The context of the pages: the one that was passed, or the one that has replaced it by a reload.
    private var context: ApplicationContext { given.latest }

    /// Creates pages about a context. After a reload they show the context that has replaced it.
    /// - Parameters:
    ///   - context: The context. Inside a component, pass the component's own context.
    ///   - timings: The timings to show. They must observe the context. Without them there is no page for timings.
    ///   - hosts: The host names that a request may use, without ports. The default is those of the loopback interface.
    public init(
        _ context: ApplicationContext, timings: StartupTimings? = nil,
        hosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
    ) {
        given = context
        self.timings = timings
        self.hosts = Set(hosts.map { $0.lowercased() })
    }

    /// Answers a request.
    /// - Parameters:
    ///   - path: The path. A query after it is ignored.
    ///   - host: The request's `Host` header.
    /// - Returns: The page, or an error page: 404 for an unknown path, 421 for a foreign host. The page for 421
    ///   explains how to add the host.
    public func page(at path: String, host: String?) async -> Page {
        guard let host, isOwn(host) else {
            let found = host.map { ShownText.line("the host '\($0)'") } ?? "a request without a host"
            return Self.text("\(found) is not among ContextPages(hosts:); add it there to let it in\n", status: 421)
        }
        let context = context
        switch path.prefix(while: { $0 != "?" }) {
        case "", "/": return Self.html("Context", index)
        case "/health": return Self.page(of: await context.health())
        case "/health/live": return Self.page(of: await context.health(.live))
        case "/health/ready": return Self.page(of: await context.health(.ready))
        case "/health/started": return Self.page(of: await context.health(.started))
        case "/context": return Self.html("Report", index: "./", lines: ["\(context.report)"])
        case "/context.txt": return Self.text("\(context.report)\n")
        case "/context.json": return Self.json(context.report.json)
        case "/context/conditions": return Self.html("Conditions", index: "../", lines: context.report.conditions)
        case "/context/settings": return Self.html("Settings", index: "../", lines: context.report.settings)
        case "/context/timings":
            guard let timings else { return Self.text(Self.howToTime, status: 404) }
            return Self.html("Timings", index: "../", lines: [timings])
        case "/graph": return await graph(of: context)
        case "/graph.dot": return Self.text(context.graph.dot, type: "text/vnd.graphviz; charset=utf-8")
        case "/graph.mermaid": return Self.text(context.graph.mermaid)
        case "/graph.json": return Self.json(context.graph.json)
        case "/graph.txt": return Self.text(context.graph.tree + "\n")
        default: return Self.text("there is no such page\n", status: 404)
        }
    }

    private static let howToTime = """
        the timings are not measured; add StartupTimings() to ContextConfiguration.observers, and pass them as \
        ContextPages(timings:)

        """

    private func isOwn(_ host: String) -> Bool {
        let host = host.lowercased()
        // The port comes after the last colon, unless that colon is inside the brackets of an address.
        let colon = host.lastIndex(of: ":")
        let isPort = colon.map { !host[$0...].contains("]") } ?? false
        return hosts.contains(isPort ? String(host[..<(colon ?? host.endIndex)]) : host)
    }

    // MARK: Pages

    private func graph(of context: ApplicationContext) async -> Page {
        let annotated = context.explainer.annotatedGraph
        let graph = timings.map(annotated.timed) ?? annotated
        let page = GraphPage(graph: graph.json, report: context.report.json, health: await context.health().json)
        return Self.text(page.html, type: "text/html; charset=utf-8")
    }

    private static func page(of health: ContextHealth) -> Page {
        Page(status: health.isWell ? 200 : 503, type: "application/json", body: health.json)
    }

    private var index: String {
        let links = Self.contents.filter { $0.key != "/" && (timings != nil || $0.key != "/context/timings") }
            .map { "<dt><a href=\"\($0.dropFirst())\">\($0)</a></dt><dd>\($1)</dd>" }
        // Relative links need an address that ends in a slash.
        return """
            <script>location.pathname.endsWith("/") || location.replace(location.pathname + "/")</script>
            <p>\(context.report.componentCount) components</p>
            <dl>
            \(links.joined(separator: "\n"))
            </dl>
            """
    }

    private static func text(
        _ body: String, status: Int = 200, type: String = "text/plain; charset=utf-8"
    ) -> Page {
        Page(status: status, type: type, body: body)
    }

    private static func json(_ body: String) -> Page { Page(status: 200, type: "application/json", body: body) }

    private static func html(_ title: String, index: String, lines: [some CustomStringConvertible]) -> Page {
        let text = lines.map(\.description).joined(separator: "\n")
            .replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return html(title, "<p><a href=\"\(index)\">Context</a></p>\n<pre>\(text)</pre>")
    }

    private static func html(_ title: String, _ body: String) -> Page {
        let page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>
            body { font: 1rem/1.6 system-ui, sans-serif; margin: 2rem; max-width: 60rem; }
            pre { font-size: .875rem; white-space: pre-wrap; overflow-wrap: anywhere; }
            dt { margin-top: .6rem; } dd { margin: 0; }
            </style>
            <h1>\(title)</h1>
            \(body)
            </html>

            """
        return text(page, type: "text/html; charset=utf-8")
    }
}
