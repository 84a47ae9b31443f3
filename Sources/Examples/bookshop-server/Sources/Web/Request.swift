#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A complete request with its body, as a controller sees it.
package struct Request: Sendable {
    /// The method, in capitals.
    package let method: String
    /// The path, without the query.
    package let path: String
    /// The query's items. If a name occurs more than once, the last value counts.
    package var query: [String: String]
    /// The headers, by lower-case name.
    package var headers: [String: String]
    /// The body.
    package var body: [UInt8]
    /// The values of the route's parameters in this path.
    package internal(set) var parameters: [String: String] = [:]

    /// Creates a request, for a listener or a test.
    package init(
        _ method: String, _ path: String, query: [String: String] = [:], headers: [String: String] = [:],
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// Returns the body, decoded from JSON.
    /// - Throws: ``HTTPError`` with 415 for another content type, and with 400 if the body does not decode. A text with
    ///   a NUL is rejected with 400, too, because C libraries end a text at a NUL.
    package func json<Content: Decodable>(_ type: Content.Type = Content.self) throws -> Content {
        if let contentType = headers["content-type"], !contentType.lowercased().hasPrefix("application/json") {
            throw HTTPError(.unsupportedMediaType, "the body has to be application/json, not \(contentType)")
        }
        do {
            let content = try JSONDecoder().decode(type, from: Data(body))
            guard !holdsEscapedNUL else { throw HTTPError(.badRequest, "the body has a NUL in a text") }
            return content
        } catch let error as DecodingError {
            throw HTTPError(.badRequest, "the body is not what is wanted here: \(error.sentence)")
        }
    }

    /// True if a text of the body contains a NUL. In JSON, it can only be written as an escape.
    private var holdsEscapedNUL: Bool {
        var rest = body[...]
        while let slash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            if rest[slash...].starts(with: #"\u0000"#.utf8) { return true }
            // The escaped character may itself be a backslash.
            rest = rest[slash...].dropFirst(2)
        }
        return false
    }

    /// Returns a parameter of the route, such as the `:id` of `/books/:id`.
    /// - Throws: ``HTTPError`` with 400 if the parameter does not convert.
    package func parameter<Content: LosslessStringConvertible>(
        _ name: String, as type: Content.Type = Content.self
    ) throws -> Content {
        try convert(parameters[name] ?? "", name)
    }

    /// Returns an item of the query, or a default if the query has no item with the name.
    /// - Throws: ``HTTPError`` with 400 if the item does not convert.
    package func item<Content: LosslessStringConvertible>(_ name: String, default fallback: Content) throws -> Content {
        try query[name].map { try convert($0, name) } ?? fallback
    }

    private func convert<Content: LosslessStringConvertible>(_ text: String, _ name: String) throws -> Content {
        guard let value = Content(text) else {
            throw HTTPError(.badRequest, "'\(name)' is '\(text)', which is no \(Content.self)")
        }
        return value
    }
}

extension DecodingError {
    /// The fault, and its place in the document.
    fileprivate var sentence: String {
        switch self {
        case .keyNotFound(let key, let context): "'\(path(context.codingPath + [key]))' is missing"
        case .valueNotFound(_, let context): "'\(path(context.codingPath))' is null"
        case .typeMismatch(let type, let context): "'\(path(context.codingPath))' is no \(type)"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is no JSON"
        case .dataCorrupted(let context): "'\(path(context.codingPath))': \(context.debugDescription)"
        @unknown default: "it does not decode"
        }
    }

    private func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
}
