/// Finds the route that answers a request.
///
/// 1. A path is split at its slashes; empty parts don't count, so `/books/` is `/books`.
/// 2. A route fits where each of its parts is the path's, or a parameter; the earlier a part is the path's own, the better.
/// 3. HEAD is answered by GET's route.
/// 4. Where routes fit but none of the method, the answer is 405 and names the methods; where none fits, 404.
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

    /// The routes by their number of parts, the better fit first.
    private var entries: [Int: [Entry]] = [:]

    /// - Throws: ``RouteConflict`` where two routes would answer the same requests.
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

    /// Lets the route of a request answer it.
    /// - Throws: ``HTTPError`` where there is no route, or what the route throws.
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

/// Two routes that would answer the same requests.
package struct RouteConflict: Error, CustomStringConvertible {
    let method: String
    let patterns: [String]

    package var description: String {
        "two routes answer \(method) for the same paths: \(patterns.joined(separator: " and ")); remove one"
    }
}
