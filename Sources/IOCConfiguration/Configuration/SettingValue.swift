/// One value of the setting tree: what JSON and property lists can both say.
///
/// A property list's dates and data become the text that JSON would hold: ISO 8601 and Base64.
public enum SettingValue: Sendable, Equatable {
    /// Nothing, said explicitly; a property list writes it as the text `$null`.
    case null
    /// True or false.
    case bool(Bool)
    /// A number written without a fraction or an exponent.
    case int(Int)
    /// Such a number that is larger than `Int.max`.
    case unsigned(UInt64)
    /// A number written with a fraction or an exponent. Of a property list, a whole number is an ``int(_:)`` even as `<real>`.
    case double(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([SettingValue])
    /// Values by key.
    case object([String: SettingValue])
}

extension SettingValue {
    /// The kind of the value, as messages say it.
    package var kindDescription: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .int, .unsigned, .double: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
