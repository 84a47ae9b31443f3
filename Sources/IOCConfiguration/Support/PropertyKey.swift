/// The key path of a property, such as `server.port`.
///
/// A key has at most 1,024 bytes and 64 parts; the container asks no source for one that has more.
public struct PropertyKey: Sendable {
    /// The names from the outermost object to the value; an element of a list has its index behind its name: `ports[0]`.
    public let parts: [String]
    /// The key as messages show it, where a part of it was put together from a secret.
    private var mask: String?

    static let lengthLimit = 1024
    static let partLimit = 64

    /// A key of given parts, which may hold dots themselves.
    public init(parts: [String]) { self.parts = parts }

    /// A key as a file or a property writes it, with dots between its parts.
    public init(_ text: String) {
        parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// A key that messages show in another way.
    init(_ text: String, shown mask: String) {
        self.init(text)
        self.mask = mask
    }

    /// True if messages show it in another way.
    var isMasked: Bool { mask != nil }

    /// The key as messages show it.
    var shown: String {
        let text = mask ?? description
        return text.utf8.count > Self.lengthLimit ? "\(text.prefix(60))…" : text
    }

    /// The limit it exceeds, as it continues a sentence, or nil where it exceeds none.
    var excess: String? {
        let length = parts.reduce(parts.count - 1) { $0 + $1.utf8.count }
        if length > Self.lengthLimit { return "has \(length) bytes, and the limit is \(Self.lengthLimit)" }
        if parts.count > Self.partLimit { return "has \(parts.count) parts, and the limit is \(Self.partLimit)" }
        return nil
    }

    /// The key of a member below this one.
    public func appending(_ name: String) -> PropertyKey {
        var key = PropertyKey(parts: parts + [name])
        key.mask = mask.map { "\($0).\(name)" }
        return key
    }

    /// The key of an element of the list that stands here.
    func element(_ index: Int) -> PropertyKey {
        var key = PropertyKey(parts: parts.dropLast() + ["\(parts.last ?? "")[\(index)]"])
        key.mask = mask.map { "\($0)[\(index)]" }
        return key
    }

    /// The key of an argument such as `--server.port=80`, which may say nothing; nil for an argument that is no property.
    package static func text(ofArgument argument: String) -> String? {
        guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return nil }
        let key = argument[..<equals].dropFirst(2)
        // Behind a colon or a blank stands the value of somebody who writes properties in another way.
        return key.contains { $0 == ":" || $0.isWhitespace } ? nil : String(key)
    }

    /// True if every part says something.
    var isWellFormed: Bool { !parts.isEmpty && !parts.contains("") }
}

extension PropertyKey: Hashable {
    /// Keys are equal where they have the same parts.
    public static func == (left: PropertyKey, right: PropertyKey) -> Bool { left.parts == right.parts }

    /// Hashes the parts.
    public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension PropertyKey: CustomStringConvertible {
    /// The parts with dots between them.
    public var description: String { parts.joined(separator: ".") }
}

extension PropertyKey: ExpressibleByStringLiteral {
    /// A key with dots between its parts.
    public init(stringLiteral value: String) { self.init(value) }
}
