/// The key path of a property, such as `server.port`.
public struct PropertyKey: Hashable, Sendable {
    /// The names from the outermost object to the value; an element of a list has its index behind its name: `ports[0]`.
    public let parts: [String]

    /// A key of given parts, which may hold dots themselves.
    public init(parts: [String]) { self.parts = parts }

    /// A key as a file or a property writes it, with dots between its parts.
    public init(_ text: String) {
        parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// The key of a member below this one.
    public func appending(_ name: String) -> PropertyKey { PropertyKey(parts: parts + [name]) }

    /// The key of an element of the list that stands here.
    func element(_ index: Int) -> PropertyKey {
        PropertyKey(parts: parts.dropLast() + ["\(parts.last ?? "")[\(index)]"])
    }

    /// Whether every part says something.
    var isWellFormed: Bool { !parts.isEmpty && !parts.contains("") }
}

extension PropertyKey: CustomStringConvertible {
    /// The parts with dots between them.
    public var description: String { parts.joined(separator: ".") }
}

extension PropertyKey: ExpressibleByStringLiteral {
    /// A key with dots between its parts.
    public init(stringLiteral value: String) { self.init(value) }
}
