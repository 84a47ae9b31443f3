import IOCModel

/// A value of the setting tree, as both JSON and property lists can express it.
///
/// Dates and data of a property list become text as in JSON: ISO 8601 and Base64.
public enum SettingValue: Sendable, Equatable {
    /// An explicit null. A property list writes it as the text `$null`.
    case null
    /// True or false.
    case bool(Bool)
    /// A number written without a fraction or an exponent.
    case int(Int)
    /// A whole number that is larger than `Int.max`.
    case unsigned(UInt64)
    /// A number with a fraction or an exponent. In a property list, a whole number is an ``int(_:)`` even if it is
    /// written as `<real>`.
    case double(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([SettingValue])
    /// Values by key.
    case object([String: SettingValue])
}

extension SettingValue {
    /// The text of a string; nil for other values.
    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The members of an object; nil for other values.
    var members: [String: SettingValue]? { if case .object(let members) = self { members } else { nil } }

    /// True for any value except a list and an object.
    var isSingle: Bool { text != nil || self == .null }

    /// The value for a message. A list or an object is shown by its kind.
    var brief: String { isSingle ? shown { SecretWords.usual.match($0) } : kind }

    /// The kind of the value, for a message that must not show a secret.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .int, .unsigned, .double: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension SettingValue: CustomStringConvertible {
    /// The value as JSON, with sorted keys. Members with a secret key are masked.
    public var description: String { description { SecretWords.usual.match($0) } }

    /// Returns the value of a setting for a context's report, with secrets masked.
    func shown(_ store: SettingStore, at key: String) -> String {
        shown(at: SettingKey(key), limit: DocumentLimits.shownValue) { store.isSecret(SettingKey($0)) }
    }

    /// Returns the description, shortened to a limit.
    /// - Parameters:
    ///   - key: The key of the value; the keys of members are below it.
    ///   - isSecret: Returns true if the member at a key must be masked.
    func shown(
        at key: SettingKey = SettingKey(parts: []), limit: Int = 80, masking isSecret: (String) -> Bool
    ) -> String {
        guard case .string(let text) = self else { return Self.cut(description(at: key, masking: isSecret), to: limit) }
        // A secret is masked before the text is shortened, because the words around it that identify it may be cut off.
        // Escapes are added last, so that none is cut.
        return Self.cut(
            SettingValue.string(Self.cut(ShownText.maskingSecrets(text), to: limit)).description, to: limit)
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        let start = text.prefix(limit)
        return start.endIndex == text.endIndex ? text : "\(start)…"
    }

    private func description(
        at key: SettingKey = SettingKey(parts: []), masking isSecret: (String) -> Bool
    ) -> String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): ShownText.line(value.debugDescription)
        case .array(let elements):
            "[" + elements.map { $0.description(at: key, masking: isSecret) }.joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.inOrder.map { name, value in
                    let inner = key.appending(name)
                    return ShownText.line("\(name.debugDescription): ")
                        + (isSecret("\(inner)") ? ShownText.mask : value.description(at: inner, masking: isSecret))
                }
                .joined(separator: ", ") + "}"
        }
    }
}

extension SettingValue: CustomReflectable {
    /// A mirror without children, so that a dump shows the description with masked secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SettingValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A list.
    public init(arrayLiteral elements: SettingValue...) { self = .array(elements) }
    /// Values by key. If a key is repeated, the last value counts.
    public init(dictionaryLiteral elements: (String, SettingValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

/// The kind of value that a reader wants from a setting. It is a hint for sources that store values by type.
///
/// A source that stores text, or that knows the types of its values, may ignore it. But a source that stores only text
/// returns nil for ``object``.
public struct SettingKind: Hashable, Sendable, CustomStringConvertible {
    /// The kind in a few words.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The kind of a list's elements; nil for other kinds.
    public var element: SettingKind? { isList ? SettingKind(String(description.dropFirst("list of ".count))) : nil }

    /// True for a list with elements of any kind.
    public var isList: Bool { description.hasPrefix("list of ") }

    /// Returns true if a kind is equal to a pattern. The pattern ``list`` matches lists with elements of any kind.
    public static func ~= (pattern: SettingKind, kind: SettingKind) -> Bool {
        pattern == kind || (pattern == .list && kind.isList)
    }

    /// A value of any kind.
    public static let any = SettingKind("any")
    /// True or false.
    public static let bool = SettingKind("bool")
    /// A whole number.
    public static let int = SettingKind("int")
    /// A number that may have a fraction.
    public static let double = SettingKind("double")
    /// A text, or a value that is written as text: a duration, a date, a URL.
    public static let string = SettingKind("string")
    /// A list with elements of any kind.
    ///
    /// In a `switch`, the pattern `case .list` matches all lists, as ``isList`` does.
    public static let list = list(of: .any)
    /// Returns the kind of a list. A text with commas between its elements can be a list, too.
    ///
    /// For a list of lists, this is a list of ``any``.
    public static func list(of element: SettingKind) -> SettingKind {
        SettingKind("list of \(element.isList ? any : element)")
    }
    /// An object whose members will be read.
    public static let object = SettingKind("object")
}
