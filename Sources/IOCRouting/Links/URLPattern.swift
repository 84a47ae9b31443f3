/// One value in an address.
struct URLPart<Value> {
    let name: String
    let type: String
    /// Reads a text, or its absence; nil where that is not a value.
    let read: (String?) -> Value?
    /// Prints a value; nil for one that is left out.
    let print: (Value) -> String?
}

extension URLPart where Value: URLValue {
    static func required(_ name: String) -> URLPart {
        URLPart(
            name: name, type: Value.urlDescription, read: { $0.flatMap { Value(urlValue: $0) } },
            print: { $0.urlValue })
    }
}

extension URLPart {
    static func optional<Wrapped: URLValue>(_ name: String, _ type: Wrapped.Type) -> URLPart where Value == Wrapped? {
        URLPart(
            name: name, type: Wrapped.urlDescription,
            read: { text in
                guard let text else { return .some(nil) }
                return Wrapped(urlValue: text).map { .some($0) }
            },
            print: { $0?.urlValue })
    }
}

enum URLPiece: Hashable {
    case literal(String)
    case parameter(String)
    case query(String, isRequired: Bool)
}

/// The shape of an address and the values in it, read and printed by the same description.
///
/// ```swift
/// URLPath("chat").parameter("user", String.self).optionalQuery("message", Int.self)   // chat/:user?message=
/// ```
public struct URLPattern<each Value> {
    let pieces: [URLPiece]
    let parts: (repeat URLPart<each Value>)

    init(pieces: [URLPiece], parts: repeat URLPart<each Value>) {
        self.pieces = pieces
        self.parts = (repeat each parts)
    }

    /// Adds a fixed segment.
    public func segment(_ literal: String) -> URLPattern {
        URLPattern(pieces: pieces + [.literal(literal)], parts: repeat each parts)
    }

    /// Adds a segment that holds a value.
    public func parameter<New: URLValue>(_ name: String, _ type: New.Type) -> URLPattern<repeat each Value, New> {
        adding(.parameter(name), .required(name))
    }

    /// Adds a value to the query, without which the address does not fit.
    public func query<New: URLValue>(_ name: String, _ type: New.Type) -> URLPattern<repeat each Value, New> {
        adding(.query(name, isRequired: true), .required(name))
    }

    /// Adds a value to the query that may be left out.
    public func optionalQuery<New: URLValue>(_ name: String, _ type: New.Type) -> URLPattern<repeat each Value, New?> {
        adding(
            .query(name, isRequired: false),
            .optional(name, type))
    }

    private func adding<New>(_ piece: URLPiece, _ part: URLPart<New>) -> URLPattern<repeat each Value, New> {
        URLPattern<repeat each Value, New>(pieces: pieces + [piece], parts: repeat each parts, part)
    }

    /// The pattern as people write it: `chat/:user?message=`.
    public var template: String {
        let path = pieces.compactMap { piece -> String? in
            switch piece {
            case .literal(let literal): literal
            case .parameter(let name): ":\(name)"
            case .query: nil
            }
        }
        let query = pieces.compactMap { piece -> String? in
            guard case .query(let name, let isRequired) = piece else { return nil }
            return isRequired ? "\(name)=" : "\(name)=?"
        }
        return path.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// The values in an address; throws ``RoutingError`` where it does not fit.
    public func values(in address: String) throws -> (repeat each Value) {
        var reader = try AddressReader(address, pieces: pieces, template: template)
        let result = (repeat try reader.next(each parts))
        return result
    }

    /// The address that holds these values.
    public func address(of values: repeat each Value) -> String {
        var texts: [String?] = []
        repeat texts.append((each parts).print(each values))
        var path: [String] = []
        var query: [String] = []
        var next = texts.makeIterator()
        for piece in pieces {
            switch piece {
            case .literal(let literal): path.append(PercentEncoding.encode(literal))
            case .parameter: path.append(PercentEncoding.encode((next.next() ?? nil) ?? ""))
            case .query(let name, _):
                guard let text = next.next() ?? nil else { continue }
                query.append("\(PercentEncoding.encode(name))=\(PercentEncoding.encode(text))")
            }
        }
        return path.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}

extension URLPattern {
    /// A link to a route whose context is made of the values, and gives them back.
    public func link<Context>(
        _ make: @escaping (repeat each Value) -> Context?, values: @escaping (Context) -> (repeat each Value)
    ) -> Link<Context> {
        Link(
            template: template, pieces: pieces,
            read: { address in
                let found = try self.values(in: address)
                return make(repeat each found)
            },
            print: { context in
                let values = values(context)
                return self.address(of: repeat each values)
            })
    }
}

/// Takes an address apart along a pattern.
private struct AddressReader {
    private var texts: [String?] = []
    private var index = 0
    private let address: String
    private let template: String

    init(_ address: String, pieces: [URLPiece], template: String) throws {
        self.address = address
        self.template = template
        let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = (halves.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
        var query: [String: String] = [:]
        for item in halves.dropFirst().first?.split(separator: "&") ?? [] {
            let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(sides[0]),
                let value = PercentEncoding.decode(sides.count > 1 ? sides[1] : "")
            else { throw fault("an escape in its query is not well formed") }
            guard query.updateValue(value, forKey: name) == nil else { throw fault("`\(name)` is there twice") }
        }
        var segments = path.makeIterator()
        for piece in pieces {
            switch piece {
            case .literal(let literal):
                guard let segment = segments.next() else { throw fault("it ends before `\(literal)`") }
                guard PercentEncoding.decode(segment) == literal else {
                    throw fault("`\(segment)` stands where `\(literal)` should")
                }
            case .parameter(let name):
                guard let segment = segments.next() else { throw fault("it ends before :\(name)") }
                guard let text = PercentEncoding.decode(segment) else {
                    throw fault("the escapes in `\(segment)` are not well formed")
                }
                texts.append(text)
            case .query(let name, let isRequired):
                guard let value = query[name] else {
                    guard !isRequired else { throw fault("its query has no `\(name)`") }
                    texts.append(nil)
                    continue
                }
                texts.append(value)
            }
        }
        if let more = segments.next() { throw fault("it goes on with `\(more)`") }
    }

    mutating func next<Value>(_ part: URLPart<Value>) throws -> Value {
        let text = texts.indices.contains(index) ? texts[index] : nil
        index += 1
        guard let value = part.read(text) else {
            throw fault("`\(text ?? "")` is no \(part.type), as `\(part.name)` should be")
        }
        return value
    }

    private func fault(_ reason: String) -> RoutingError {
        RoutingError(
            .badURL, wanted: "an address like \(template)", found: "\(address): \(reason)",
            action: "correct the address, or add a pattern for it")
    }
}
