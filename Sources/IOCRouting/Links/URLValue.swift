/// A value that can stand in an address.
///
/// The two directions agree: what `urlValue` prints, `init(urlValue:)` reads as an equal value.
public protocol URLValue {
    /// Its name in errors.
    static var urlDescription: String { get }

    /// Reads the text, without percent-encoding; nil where it is none of these.
    init?(urlValue: String)

    /// The text, without percent-encoding.
    var urlValue: String { get }
}

extension URLValue {
    /// The type's name.
    public static var urlDescription: String { String(describing: Self.self) }
}

extension String: URLValue {
    /// The text itself.
    public init?(urlValue: String) { self = urlValue }
    /// The text itself.
    public var urlValue: String { self }
}

extension Int: URLValue {
    /// A decimal number.
    public init?(urlValue: String) { self.init(urlValue) }
    /// A decimal number.
    public var urlValue: String { String(self) }
}

extension Bool: URLValue {
    /// `true` or `false`.
    public init?(urlValue: String) { self.init(urlValue) }
    /// `true` or `false`.
    public var urlValue: String { String(self) }
}

extension URLValue where Self: RawRepresentable, RawValue: URLValue {
    /// The raw value's text.
    public init?(urlValue: String) {
        guard let raw = RawValue(urlValue: urlValue) else { return nil }
        self.init(rawValue: raw)
    }

    /// The raw value's text.
    public var urlValue: String { rawValue.urlValue }
}
