/// The fixed beginning of an address, to which values are added.
///
/// It is a type of its own because the compiler cannot yet infer a pack that starts empty.
public struct URLPath: Sendable {
    private let literals: [String]

    /// A path that starts with a fixed segment.
    public init(_ literal: String) { literals = [literal] }

    private init(literals: [String]) { self.literals = literals }

    /// Adds a fixed segment.
    public func segment(_ literal: String) -> URLPath { URLPath(literals: literals + [literal]) }

    /// Adds a segment that holds a value.
    public func parameter<New: URLValue>(_ name: String, _ type: New.Type) -> URLPattern<New> {
        pattern(.parameter(name), .required(name))
    }

    /// Adds a value to the query, without which the address does not fit.
    public func query<New: URLValue>(_ name: String, _ type: New.Type) -> URLPattern<New> {
        pattern(.query(name, isRequired: true), .required(name))
    }

    /// Adds a value to the query that may be left out.
    public func optionalQuery<New: URLValue>(_ name: String, _ type: New.Type) -> URLPattern<New?> {
        pattern(.query(name, isRequired: false), .optional(name, type))
    }

    /// A link to a route that needs no context.
    public func link() -> Link<Void> {
        let pattern: URLPattern<> = .init(pieces: pieces)
        return Link(
            template: pattern.template, pieces: pieces, read: { try pattern.values(in: $0) },
            print: { pattern.address() })
    }

    private var pieces: [URLPiece] { literals.map { .literal($0) } }

    private func pattern<New>(_ piece: URLPiece, _ part: URLPart<New>) -> URLPattern<New> {
        URLPattern<New>(pieces: pieces + [piece], parts: part)
    }
}
