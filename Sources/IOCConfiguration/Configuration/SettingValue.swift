import IOCModel

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
    /// The text, if it is one.
    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The members, if it is an object.
    var members: [String: SettingValue]? { if case .object(let members) = self { members } else { nil } }

    /// True for anything but a list and an object.
    var isSingle: Bool { text != nil || self == .null }

    /// The value as a message shows it, a list or an object by its kind.
    var brief: String { isSingle ? shown { SecretWords.usual.match($0) } : kind }

    /// The kind of value, in the place of one that may be a secret.
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
    /// The value as JSON would write it, members by key; members whose key says that they are secret are masked.
    public var description: String { description { SecretWords.usual.match($0) } }

    /// The value of a setting as a report of a context shows it.
    func shown(_ store: SettingStore, at key: String) -> String {
        shown(at: SettingKey(key), limit: DocumentLimits.shownValue) { store.isSecret(SettingKey($0)) }
    }

    /// The description, cut if it is longer than a reader wants.
    /// - Parameters:
    ///   - key: The key of the value; the keys of members are below it.
    ///   - isSecret: Returns true if the member at a key is masked.
    func shown(
        at key: SettingKey = SettingKey(parts: []), limit: Int = 80, masking isSecret: (String) -> Bool
    ) -> String {
        guard case .string(let text) = self else { return Self.cut(description(at: key, masking: isSecret), to: limit) }
        // Masked before it is cut, which may take away what shows that there is something to mask, and cut before it is
        // written with escapes.
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
    /// A mirror without children, so that a dump shows the description, in which secrets are masked.
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
    /// Values by key; of two equal keys the last wins.
    public init(dictionaryLiteral elements: (String, SettingValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

/// The kind of value that a reader wants of a setting: a hint for sources that keep values by type.
///
/// A source that holds text, or values whose type it knows, may ignore it, except that a source of plain text gives
/// nothing for ``object``.
public struct SettingKind: Hashable, Sendable, CustomStringConvertible {
    /// The kind in a word or three.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The kind of a list's elements; nil for anything else.
    public var element: SettingKind? { isList ? SettingKind(String(description.dropFirst("list of ".count))) : nil }

    /// True if it is a list, whatever its elements are.
    public var isList: Bool { description.hasPrefix("list of ") }

    /// Returns true if a kind is the one of a pattern; ``list`` takes lists of anything.
    public static func ~= (pattern: SettingKind, kind: SettingKind) -> Bool {
        pattern == kind || (pattern == .list && kind.isList)
    }

    /// Whatever is there.
    public static let any = SettingKind("any")
    /// True or false.
    public static let bool = SettingKind("bool")
    /// A whole number.
    public static let int = SettingKind("int")
    /// A number that may have a fraction.
    public static let double = SettingKind("double")
    /// A text, or what is written as one: a duration, a date, a URL.
    public static let string = SettingKind("string")
    /// A list of whatever is there.
    ///
    /// As a pattern it stands for lists of anything: `case .list` in a `switch`, as ``isList`` does elsewhere.
    public static let list = list(of: .any)
    /// A list; a text stands for one with commas between its elements.
    ///
    /// The element's kind is one of the others; a list of lists is a list of ``any``.
    public static func list(of element: SettingKind) -> SettingKind {
        SettingKind("list of \(element.isList ? any : element)")
    }
    /// An object, of which members will be asked for.
    public static let object = SettingKind("object")
}
