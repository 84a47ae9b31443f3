/// A router finds the route that answers a request.
///
/// 1. A path is split at its slashes. Empty parts don't count, so `/books/` is `/books`.
/// 2. A route fits if each of its parts equals the path's part, or is a parameter. If two routes fit, the first part
///    that is a parameter in only one of them decides: the other route is the better fit.
/// 3. GET's route also answers HEAD.
/// 4. If a route fits, but none with the method does, the answer is 405 and names the methods. If no route fits, it is
///    404.
package struct Router: Sendable {
    private struct Entry {
        let route: Route
        let parts: [Part]
    }

    private enum Part: Hashable {
        case exactly(Substring)
        case parameter(Substring)

        init(_ text: Substring) {
            self = text.first == ":" ? .parameter(text.dropFirst()) : .exactly(text)
        }

        var isParameter: Bool {
            if case .parameter = self { true } else { false }
        }
    }

    /// The routes by their number of parts, better fits first.
    private var entries: [Int: [Entry]] = [:]

    /// - Throws: ``RouteConflict`` if two routes would answer the same requests.
    package init(_ routes: [Route]) throws {
        var known: [String: Route] = [:]
        for route in routes {
            let parts = Self.split(route.pattern).map(Part.init)
            let shape = parts.map { if case .exactly(let text) = $0 { "/" + text } else { "/:" } }.joined()
            if let other = known.updateValue(route, forKey: route.method + shape) {
                throw RouteConflict(method: route.method, patterns: [other.pattern, route.pattern])
            }
            entries[parts.count, default: []].append(Entry(route: route, parts: parts))
        }
        for count in entries.keys {
            entries[count]?.sort { left, right in
                let places = zip(left.parts, right.parts).map { ($0.isParameter, $1.isParameter) }
                return places.first { $0 != $1 }.map { !$0.0 } ?? false
            }
        }
    }

    /// Answers a request with its route.
    /// - Throws: ``HTTPError`` if there is no route, or the error of the route.
    package func answer(_ request: Request) async throws -> Response {
        let (handler, parameters) = try find(request.method, request.path)
        var request = request
        request.parameters = parameters
        return try await handler(request)
    }

    func find(_ method: String, _ path: String) throws -> (Route.Handler, [String: String]) {
        let method = method == "HEAD" ? "GET" : method
        let parts = Self.split(path)
        var allowed: Set<String> = []
        for entry in entries[parts.count] ?? [] {
            guard let parameters = Self.match(entry.parts, parts) else { continue }
            if entry.route.method == method { return (entry.route.handler, parameters) }
            allowed.insert(entry.route.method)
        }
        guard allowed.isEmpty else {
            if allowed.contains("GET") { allowed.insert("HEAD") }
            let methods = allowed.sorted().joined(separator: ", ")
            throw HTTPError(.methodNotAllowed, "\(path) takes \(methods)", headers: ["Allow": methods])
        }
        throw HTTPError(.notFound, "there is nothing at \(path)")
    }

    private static func split(_ path: String) -> [Substring] { path.split(separator: "/") }

    private static func match(_ pattern: [Part], _ parts: [Substring]) -> [String: String]? {
        var parameters: [String: String] = [:]
        for (part, text) in zip(pattern, parts) {
            switch part {
            case .exactly(let wanted): guard wanted == text else { return nil }
            case .parameter(let name): parameters[String(name)] = String(text)
            }
        }
        return parameters
    }
}

/// The error for two routes that would answer the same requests.
package struct RouteConflict: Error, CustomStringConvertible {
    let method: String
    let patterns: [String]

    package var description: String {
        "two routes answer \(method) for the same paths: \(patterns.joined(separator: " and ")); remove one"
    }
}
