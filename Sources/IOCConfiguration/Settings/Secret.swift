import IOCModel

/// A value that is masked in all output, such as a password.
///
/// ```swift
/// @Value("database.password") var password: Secret<String>
/// connect(password: password.revealed)
/// ```
///
/// Descriptions, dumps and mirrors show `<secret>`. Read ``revealed`` to get the value.
public struct Secret<Content> {
    /// The value itself.
    public let revealed: Content

    /// Wraps a value as a secret.
    public init(_ content: Content) { revealed = content }
}

extension Secret: Sendable where Content: Sendable {}
extension Secret: Equatable where Content: Equatable {}
extension Secret: Hashable where Content: Hashable {}

extension Secret: Decodable where Content: Decodable {
    /// Decodes the value itself.
    public init(from decoder: any Decoder) throws { revealed = try Content(from: decoder) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The mask.
    public var description: String { ShownText.mask }
    /// The mask.
    public var debugDescription: String { ShownText.mask }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
