/// A type that a single value converts to, without asking the type's own decoding.
///
/// 1. Text converts to everything, as environment variables, arguments and placeholders give nothing else.
/// 2. A number converts to every number type that holds it exactly; floating types may round.
/// 3. Nothing converts to text but text: whether `1.10` meant a version is not for the container to guess.
protocol SettingConvertible {
    static var kind: SettingKind { get }
    /// The text that would convert, as it ends a sentence.
    static var expectation: String { get }
    static func convert(_ value: SettingValue) -> Self?
}

/// A type to which nothing converts but a text.
protocol TextConvertible: SettingConvertible {
    static func read(_ text: String) -> Self?
}

extension TextConvertible {
    static var kind: SettingKind { .string }

    static func convert(_ value: SettingValue) -> Self? {
        if case .string(let text) = value { read(text) } else { nil }
    }
}

extension String: TextConvertible {
    static var expectation: String { "a text, in quotes" }

    static func read(_ text: String) -> String? { text }
}

extension Bool: SettingConvertible {
    static var kind: SettingKind { .bool }
    static var expectation: String { "true or false" }

    static func convert(_ value: SettingValue) -> Bool? {
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

extension SettingConvertible where Self: FixedWidthInteger {
    static var kind: SettingKind { .int }
    static var expectation: String { "a whole number from \(Self.min) to \(Self.max)" }

    static func convert(_ value: SettingValue) -> Self? { value.wholeNumber.flatMap(Self.init(exactly:)) }
}

extension SettingValue {
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

extension Int: SettingConvertible {}
extension Int8: SettingConvertible {}
extension Int16: SettingConvertible {}
extension Int32: SettingConvertible {}
extension Int64: SettingConvertible {}
extension Int128: SettingConvertible {}
extension UInt: SettingConvertible {}
extension UInt8: SettingConvertible {}
extension UInt16: SettingConvertible {}
extension UInt32: SettingConvertible {}
extension UInt64: SettingConvertible {}
extension UInt128: SettingConvertible {
    static func convert(_ value: SettingValue) -> UInt128? {
        switch value {
        case .double(let number): UInt128(exactly: number)
        case .string(let text): UInt128(text)
        default: value.wholeNumber.flatMap(UInt128.init(exactly:))
        }
    }
}

extension SettingConvertible where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static var kind: SettingKind { .double }
    static var expectation: String { "a finite number" }

    static func convert(_ value: SettingValue) -> Self? {
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

extension Double: SettingConvertible {}
extension Float: SettingConvertible {}

extension SettingValue {
    /// Returns true if it is a value, or a text that converts to it.
    package func converts(to value: Int) -> Bool { Int.convert(self) == value }
    /// Returns true if it is a value, or a text that converts to it.
    package func converts(to value: Bool) -> Bool { Bool.convert(self) == value }
    /// Returns true if it is a value, or a text that converts to it.
    package func converts(to value: Double) -> Bool { Double.convert(self) == value }
}
