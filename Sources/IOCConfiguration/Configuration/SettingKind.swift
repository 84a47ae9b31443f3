/// The kind of value that a reader wants of a setting: a hint for sources that keep values by type.
///
/// A source that holds text, or values whose type it knows, may ignore it, except that a source of plain text gives
/// nothing for ``object``.
public struct SettingKind: Hashable, Sendable, CustomStringConvertible {
    private let word: String
    private let elementWord: String?

    private init(_ word: String, elementWord: String? = nil) {
        self.word = word
        self.elementWord = elementWord
    }

    /// The kind in a word or three.
    public var description: String { elementWord.map { "list of \($0)" } ?? word }

    /// The kind of a list's elements; nil for anything else.
    public var element: SettingKind? { elementWord.map { SettingKind($0) } }

    /// True if it is a list, whatever its elements are.
    public var isList: Bool { elementWord != nil }

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
        SettingKind("list", elementWord: element.isList ? any.word : element.word)
    }
    /// An object, of which members will be asked for.
    public static let object = SettingKind("object")
}
