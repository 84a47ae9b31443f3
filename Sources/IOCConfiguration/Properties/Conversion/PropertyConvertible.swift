/// A type that a single value converts to, without asking the type's own decoding.
///
/// 1. Text converts to everything, as environment variables, arguments and placeholders give nothing else.
/// 2. A number converts to every number type that holds it exactly; floating types may round.
/// 3. Nothing converts to text but text: whether `1.10` meant a version is not for the container to guess.
protocol PropertyConvertible {
    static var kind: PropertyKind { get }
    /// The text that would convert, as it ends a sentence.
    static var expectation: String { get }
    static func convert(_ value: PropertyValue) -> Self?
}

/// A type to which nothing converts but a text.
protocol TextConvertible: PropertyConvertible {
    static func read(_ text: String) -> Self?
}

extension TextConvertible {
    static var kind: PropertyKind { .string }

    static func convert(_ value: PropertyValue) -> Self? {
        if case .string(let text) = value { read(text) } else { nil }
    }
}

extension String: TextConvertible {
    static var expectation: String { "a text, in quotes" }

    static func read(_ text: String) -> String? { text }
}

extension Bool: PropertyConvertible {
    static var kind: PropertyKind { .bool }
    static var expectation: String { "true or false" }

    static func convert(_ value: PropertyValue) -> Bool? {
        switch value {
        case .bool(let flag): return flag
        case .string(let text):
            switch text.lowercased() {
            case "true", "yes", "on", "1": return true
            case "false", "no", "off", "0": return false
            default: return nil
            }
        default: return nil
        }
    }
}

extension PropertyConvertible where Self: FixedWidthInteger {
    static var kind: PropertyKind { .int }
    static var expectation: String { "a whole number from \(Self.min) to \(Self.max)" }

    static func convert(_ value: PropertyValue) -> Self? { value.wholeNumber.flatMap(Self.init(exactly:)) }
}

extension PropertyValue {
    /// The number that every integer type but the largest converts from: reading each by itself is compiled for each.
    fileprivate var wholeNumber: Int128? {
        switch self {
        case .int(let number): Int128(number)
        case .unsigned(let number): Int128(number)
        case .double(let number): Int128(exactly: number)
        case .string(let text): Int128(text)
        default: nil
        }
    }
}

extension Int: PropertyConvertible {}
extension Int8: PropertyConvertible {}
extension Int16: PropertyConvertible {}
extension Int32: PropertyConvertible {}
extension Int64: PropertyConvertible {}
extension Int128: PropertyConvertible {}
extension UInt: PropertyConvertible {}
extension UInt8: PropertyConvertible {}
extension UInt16: PropertyConvertible {}
extension UInt32: PropertyConvertible {}
extension UInt64: PropertyConvertible {}
extension UInt128: PropertyConvertible {
    static func convert(_ value: PropertyValue) -> UInt128? {
        switch value {
        case .double(let number): UInt128(exactly: number)
        case .string(let text): UInt128(text)
        default: value.wholeNumber.flatMap(UInt128.init(exactly:))
        }
    }
}

extension PropertyConvertible where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static var kind: PropertyKind { .double }
    static var expectation: String { "a finite number" }

    static func convert(_ value: PropertyValue) -> Self? {
        let number: Self? =
            switch value {
            case .int(let number): Self(number)
            case .unsigned(let number): Self(number)
            case .double(let number): Self(number)
            case .string(let text): Self(text)
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}

extension Double: PropertyConvertible {}
extension Float: PropertyConvertible {}

extension PropertyValue {
    /// Returns true if it is a value, or a text that converts to it.
    package func converts(to value: Int) -> Bool { Int.convert(self) == value }
    /// Returns true if it is a value, or a text that converts to it.
    package func converts(to value: Bool) -> Bool { Bool.convert(self) == value }
    /// Returns true if it is a value, or a text that converts to it.
    package func converts(to value: Double) -> Bool { Double.convert(self) == value }
}
