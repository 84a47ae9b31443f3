/// What a reader is about to make of a property: a hint for sources that keep values by type.
///
/// A source that holds text, or values whose type it knows, may ignore it, except that a source of plain text gives
/// nothing for ``object``.
public struct PropertyKind: Hashable, Sendable, CustomStringConvertible {
    /// The kind in one word.
    public let description: String

    private init(_ word: String) { description = word }

    /// Whatever is there.
    public static let any = PropertyKind("any")
    /// True or false.
    public static let bool = PropertyKind("bool")
    /// A whole number.
    public static let int = PropertyKind("int")
    /// A number that may have a fraction.
    public static let double = PropertyKind("double")
    /// A text, or what is written as one: a duration, a date, a URL.
    public static let string = PropertyKind("string")
    /// A list; a text stands for one with commas between its elements.
    public static let list = PropertyKind("list")
    /// An object, of which members will be asked for.
    public static let object = PropertyKind("object")
}
