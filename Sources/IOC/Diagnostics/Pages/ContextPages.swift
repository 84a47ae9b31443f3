import IOCModel
import IOCPage

/// Pages about a context for operators, with which any HTTP server can answer.
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
/// | `/health` | 200 where every ``HealthReporting`` component is well, else 503, as JSON |
/// | `/health/live` | 200 unless a component that counts for liveness is not well |
/// | `/health/ready` | 200 while the context serves and every component that counts for readiness is well, else 503 |
/// | `/health/started` | 200 once the context has started |
/// | `/context`, `/context.json` | the report |
/// | `/context/conditions` | which components are in or out by a condition, and why |
/// | `/context/properties` | the properties with their origins, secrets masked |
/// | `/context/timings` | what each component took, where there are ``StartupTimings`` |
/// | `/graph`, `/graph.dot`, `.mermaid`, `.json`, `.txt` | the live graph, as a page and for other tools |
///
/// The pages tell much of a program: serve them on a port of their own that only operators reach. A browser there may
/// still be led to them by a foreign site, so a request whose `Host` is not among ``hosts`` is refused.
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

    /// The paths that have a page.
    public static let paths = [
        "/", "/health", "/health/live", "/health/ready", "/health/started", "/context", "/context.json",
        "/context/conditions", "/context/properties", "/context/timings",
        "/graph", "/graph.dot", "/graph.mermaid", "/graph.json", "/graph.txt",
    ]

    private let given: ApplicationContext
    private let timings: StartupTimings?
    /// The names that a request may ask for, without ports.
    public let hosts: Set<String>

    /// The context that requests mean: the one that has replaced the given one since.
    private var context: ApplicationContext { given.core.lifecycle.chain.latest ?? given }

    /// Pages about a context, and about the one that replaces it where it is reloaded.
    /// - Parameters:
    ///   - context: The context; inside a component its own.
    ///   - timings: The timings to show, which have observed the context.
    ///   - hosts: The names that a request may ask for, without ports; this machine's own unless said otherwise.
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
    ///   - path: The path; what stands behind a question mark does not count.
    ///   - host: The request's `Host` header.
    /// - Returns: The page, or one that says why there is none: 404, or 421 for a foreign host.
    public func page(at path: String, host: String?) async -> Page {
        guard isOwn(host) else { return Self.text("this server does not answer for that host\n", status: 421) }
        switch path.prefix(while: { $0 != "?" }) {
        case "/": return Self.html(index)
        case "/health": return await health()
        case "/health/live": return await liveness()
        case "/health/ready": return await readiness()
        case "/health/started":
            return Self.page(of: Health(stage: stage), isWell: [.started, .stopping, .stopped].contains(stage))
        case "/context": return Self.text("\(context.report)\n")
        case "/context.json": return Page(status: 200, type: "application/json", body: context.report.json)
        case "/context/conditions": return Self.lines(context.report.conditions)
        case "/context/properties": return Self.lines(context.report.properties)
        case "/context/timings":
            return timings.map { Self.text("\($0)\n") } ?? Self.text("nobody measures\n", status: 404)
        case "/graph": return Self.html(graph)
        case "/graph.dot": return Self.text(context.graph.dot, type: "text/vnd.graphviz; charset=utf-8")
        case "/graph.mermaid": return Self.text(context.graph.mermaid)
        case "/graph.json": return Page(status: 200, type: "application/json", body: context.graph.json)
        case "/graph.txt": return Self.text(context.graph.tree + "\n")
        default: return Self.text("there is no such page\n", status: 404)
        }
    }

    private func isOwn(_ host: String?) -> Bool {
        guard let host = host?.lowercased() else { return false }
        // The last colon begins the port, unless it stands inside the brackets of an address.
        let colon = host.lastIndex(of: ":")
        let isPort = colon.map { !host[$0...].contains("]") } ?? false
        return hosts.contains(isPort ? String(host[..<(colon ?? host.endIndex)]) : host)
    }

    // MARK: Pages

    private struct Health: Encodable {
        var status = "up"
        var stage: String?
        var checks: [String: String]?

        init(stage: Lifecycle.Stage? = nil) { self.stage = stage?.rawValue }

        /// Notes what some components of a context say.
        /// - Returns: True if all of them are well.
        mutating func ask(
            _ context: ApplicationContext, _ reporters: () throws -> [any HealthReporting]
        ) async -> Bool {
            var (checks, isWell) = ([String: String](), true)
            do {
                let lifecycle = context.core.lifecycle
                let answers = await lifecycle.health.answers(
                    of: try reporters(),
                    within: context.core.registry.lifecycle.healthTimeout)
                for (subject, answer) in answers {
                    checks[subject] = answer.text
                    isWell = isWell && answer.isWell
                }
            } catch {
                checks["context"] = "\(error)"
                isWell = false
            }
            self.checks = checks
            return isWell
        }
    }

    private var stage: Lifecycle.Stage { context.core.lifecycle.stage }

    /// The answers of all components, whatever they count for.
    private func health() async -> Page {
        let context = context
        var health = Health()
        let isWell = await health.ask(context) { try context.components((any HealthReporting).self) }
        return Self.page(of: health, isWell: isWell)
    }

    /// The readiness for requests; nobody is asked while the context does not serve.
    private func readiness() async -> Page {
        let context = context
        var health = Health(stage: stage)
        guard stage == .started else { return Self.page(of: health, isWell: false) }
        let isWell = await health.ask(context) {
            try context.components((any HealthReporting).self).filter { $0.probes.contains(.readiness) }
        }
        // A stop may have begun meanwhile.
        health.stage = stage.rawValue
        return Self.page(of: health, isWell: isWell && stage == .started)
    }

    /// The liveness of the process; nothing is made for this, as that could wait.
    private func liveness() async -> Page {
        let context = context
        var health = Health(stage: stage)
        let isWell = await health.ask(context) {
            let made = (try? context.startOrder(of: (any HealthReporting).self)) ?? []
            return made.map(\.component).filter { $0.probes.contains(.liveness) }
        }
        return Self.page(of: health, isWell: isWell)
    }

    private static func page(of health: Health, isWell: Bool) -> Page {
        var health = health
        health.status = isWell ? "up" : "down"
        return Page(status: isWell ? 200 : 503, type: "application/json", body: JSONText.of(health))
    }

    private var index: String {
        let links = Self.paths.dropFirst().filter { timings != nil || $0 != "/context/timings" }
            .map { "<li><a href=\"\($0)\">\($0)</a></li>" }
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <title>Context</title>
            <style>body { font: 1rem/1.6 system-ui, sans-serif; margin: 2rem; } li { list-style: none; }</style>
            <h1>Context</h1>
            <p>\(context.report.componentCount) components</p>
            <ul>
            \(links.joined(separator: "\n"))
            </ul>
            </html>

            """
    }

    private var graph: String {
        let graph = context.explainer.annotatedGraph
        return timings.map(graph.html) ?? graph.html
    }

    private static func text(
        _ body: String, status: Int = 200, type: String = "text/plain; charset=utf-8"
    ) -> Page {
        Page(status: status, type: type, body: body)
    }

    private static func html(_ body: String) -> Page { text(body, type: "text/html; charset=utf-8") }

    private static func lines(_ items: [some CustomStringConvertible]) -> Page {
        text(items.map { "\($0)\n" }.joined())
    }
}
