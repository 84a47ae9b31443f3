import IOCBase
import IOCModel

/// The key path of a setting, such as `server.port`.
///
/// A key has at most 1,024 bytes and 64 parts. The container never looks up a longer key in a source.
public struct SettingKey: Hashable, Sendable {
    /// The names from the outermost object to the value. An element of a list has its index after its name: `ports[0]`.
    public let parts: [String]

    static let lengthLimit = 1024
    static let partLimit = 64

    /// Creates a key from its parts, which may contain dots.
    public init(parts: [String]) { self.parts = parts }

    /// Creates a key from text, as in a file or a setting, with dots between its parts.
    public init(_ text: String) {
        parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// The key in messages, shortened if it is too long.
    var shown: String {
        let text = description
        return text.utf8.count > Self.lengthLimit ? "\(text.prefix(60))…" : text
    }

    /// The limit that the key exceeds, for the middle of a sentence; nil if it exceeds none.
    var excess: String? {
        let length = parts.reduce(parts.count - 1) { $0 + $1.utf8.count }
        if length > Self.lengthLimit { return "has \(length) bytes, and the limit is \(Self.lengthLimit)" }
        if parts.count > Self.partLimit { return "has \(parts.count) parts, and the limit is \(Self.partLimit)" }
        return nil
    }

    /// Returns the key of a member below this one.
    public func appending(_ name: String) -> SettingKey { SettingKey(parts: parts + [name]) }

    /// Returns the key of an element of the list at this key.
    func element(_ index: Int) -> SettingKey {
        SettingKey(parts: parts.dropLast() + ["\(parts.last ?? "")[\(index)]"])
    }

    /// Returns the name in an argument such as `--server.port=80` or `--migrate`; nil if the argument isn't a setting.
    package static func text(ofArgument argument: String) -> String? {
        guard argument.hasPrefix("--"), argument != "--" else { return nil }
        let name = argument.dropFirst(2).prefix { $0 != "=" }
        // A name with a colon or a space is not a key.
        return name.contains { $0 == ":" || $0.isWhitespace } ? nil : String(name)
    }

    /// Returns the key paths of the objects and lists around a key path, shortest first, followed by the key path
    /// itself.
    static func paths(to keyPath: String) -> [String] {
        keyPath.indices.filter { keyPath[$0] == "." || keyPath[$0] == "[" }.map { String(keyPath[..<$0]) } + [keyPath]
    }

    /// Returns the key with `[]` instead of each index. A key that was read in one element of a list counts as read in
    /// all.
    static func pattern(of key: String) -> String {
        guard key.utf8.contains(UInt8(ascii: "[")) else { return key }
        let parts = key.split(separator: "[", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { "\($0)[\($1.drop(while: \.isNumber))" }
    }

    /// True if the key has parts, and none is empty.
    var isWellFormed: Bool { !parts.isEmpty && !parts.contains("") }
}

extension SettingKey: CustomStringConvertible {
    /// The parts, joined with dots.
    public var description: String { parts.joined(separator: ".") }
}

extension SettingKey: ExpressibleByStringLiteral {
    /// Creates a key from text, with dots between its parts.
    public init(stringLiteral value: String) { self.init(value) }
}

extension Dictionary where Key == String {
    /// The values with their keys, sorted by key.
    var inOrder: [(key: String, value: Value)] { ordered { $0.key < $1.key } }
}

extension StringProtocol where SubSequence == Substring {
    /// The text without white space at both ends.
    package var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
