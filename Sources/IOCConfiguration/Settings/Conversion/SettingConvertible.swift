import IOCBase

/// A type to which a single value converts without the type's own decoding.
///
/// 1. A suitable text converts to every such type, because environment variables and arguments only have text.
/// 2. A number converts to an integer type only if the type can represent it exactly. A floating-point type may round.
/// 3. Only text converts to `String`. The container can't guess, for example, whether the number `1.10` was meant as a
///    version.
protocol SettingConvertible {
    static var kind: SettingKind { get }
    /// The expected value, for the end of a sentence.
    static var expectation: String { get }
    static func convert(_ value: SettingValue) -> Self?
}

/// A type to which only text converts.
protocol TextConvertible: SettingConvertible {
    static func read(_ text: String) -> Self?
}

extension TextConvertible {
    static var kind: SettingKind { .string }

    static func convert(_ value: SettingValue) -> Self? {
        value.string.flatMap(read)
    }
}

extension String: TextConvertible {
    static var expectation: String { "a string, in quotation marks" }

    static func read(_ text: String) -> String? { text }
}

extension Bool: SettingConvertible {
    static var kind: SettingKind { .bool }
    static var expectation: String { "true or false" }

    static func convert(_ value: SettingValue) -> Bool? {
        if case .bool(let flag) = value { return flag }
        return switch value.string?.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }
}

extension SettingConvertible where Self: FixedWidthInteger {
    static var kind: SettingKind { .int }
    static var expectation: String { "a whole number from \(Self.min) to \(Self.max)" }

    /// All integer types share one compiled copy, because of the attribute.
    @_semantics("optimize.sil.specialize.generic.never")
    static func convert(_ value: SettingValue) -> Self? {
        switch value {
        case .int(let number): Self(exactly: number)
        case .unsigned(let number): Self(exactly: number)
        case .double(let number): Self(exactly: number)
        case .string(let text): Self(text)
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
extension UInt128: SettingConvertible {}

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

extension Duration: TextConvertible {
    static var expectation: String { "a duration with units, such as 30s, 250ms, 5m, 1h30m or 1d" }

    /// Reads numbers with units from days to nanoseconds, larger units first, each at most once: `1h30m`. A minus sign
    /// may come first.
    static func read(_ text: String) -> Duration? {
        var rest = text[...]
        let isNegative = rest.first == "-"
        if isNegative { rest.removeFirst() }
        var total: Int128 = 0
        var lastUnit = Int128.max
        repeat {
            guard let number = ScaledNumber(scanning: &rest) else { return nil }
            let name = rest.prefix { $0.isLetter }
            guard let unit = units[String(name)], unit < lastUnit, let part = number.times(unit, exactly: false)
            else { return nil }
            let (sum, isOverflow) = total.addingReportingOverflow(part)
            // A larger duration would overflow the arithmetic of clocks.
            guard !isOverflow, sum < Int128(Int64.max) * secondUnit else { return nil }
            total = sum
            lastUnit = unit
            rest = rest.dropFirst(name.count).drop { $0 == " " }
        } while !rest.isEmpty
        return Duration(attoseconds: isNegative ? -total : total)
    }

    private static var secondUnit: Int128 { 1_000_000_000_000_000_000 }

    private static let units: [String: Int128] = [
        "d": 86_400 * secondUnit, "h": 3_600 * secondUnit, "m": 60 * secondUnit, "min": 60 * secondUnit,
        "s": secondUnit, "ms": secondUnit / 1_000, "us": secondUnit / 1_000_000, "µs": secondUnit / 1_000_000,
        "ns": secondUnit / 1_000_000_000,
    ]
}

extension ByteSize: SettingConvertible {
    static var kind: SettingKind { .any }
    static var expectation: String { "a whole number of bytes, or a size such as 10MB or 10MiB" }

    static func convert(_ value: SettingValue) -> ByteSize? {
        switch value {
        case .int(let bytes): bytes < 0 ? nil : ByteSize(bytes: bytes)
        case .string(let text): ByteSize(text)
        default: nil
        }
    }
}

extension URL: TextConvertible {
    static var expectation: String { "a URL, such as https://example.org/path" }

    static func read(_ text: String) -> URL? { URL(string: text, encodingInvalidCharacters: false) }
}

extension Data: TextConvertible {
    static var expectation: String { "bytes as Base64 text" }

    static func read(_ text: String) -> Data? { Data(base64Encoded: text) }
}

extension UUID: TextConvertible {
    static var expectation: String { "a UUID, such as 0E2C1B1A-6C4E-4B7C-9C38-3B0B0B1C7D5E" }

    static func read(_ text: String) -> UUID? { UUID(uuidString: text) }
}

extension Decimal: SettingConvertible {
    static var kind: SettingKind { .string }
    static var expectation: String { "a decimal number, as text where every digit counts" }

    static func convert(_ value: SettingValue) -> Decimal? {
        switch value {
        case .int, .unsigned, .double: return Decimal(string: value.description)
        case .string(let text):
            // Foundation ignores everything after the number, so the text is checked first.
            guard Double(text) != nil, text.allSatisfy({ "0123456789.+-".contains($0) }) else { return nil }
            return Decimal(string: text)
        default: return nil
        }
    }
}

extension Date: TextConvertible {
    static var expectation: String { "an ISO 8601 date, such as 2025-12-31 or 2025-12-31T23:59:59Z" }

    /// Reads a date with or without a time. A date without a time is midnight in UTC.
    static func read(_ text: String) -> Date? {
        let isDay = text.count == 10
        let style = isDay ? Date.ISO8601FormatStyle().year().month().day() : Date.ISO8601FormatStyle()
        let clock = isDay ? text : text.prefix(19) + "Z"
        // The parser reads February 30 as March 2, and 25 hours as an hour of the next day. So the parsed date must
        // print as it was written.
        guard let moment = try? style.parse(clock), moment.formatted(style) == clock else { return nil }
        if isDay { return moment }
        // The parser ignores characters after the part that it understands, so the rest is checked here.
        var zone = String(text.dropFirst(19).map { $0.isASCII && $0.isNumber ? "0" : $0 })[...]
        if zone.first == "." { zone = zone.dropFirst().drop { $0 == "0" } }
        return ["Z", "+00:00", "-00:00", "+0000", "-0000"].contains(zone) ? try? style.parse(text) : nil
    }
}

/// Converts settings to types for which the container has no conversion, or not the one that the program wants.
///
/// The context uses each component and definition of this type. If several converters accept a type, the first by
/// `order`, then by name, is used. A converter comes before the container's own conversion and the type's own decoding.
///
/// ```swift
/// final class ColorConverter: IOCComponent, SettingConverter {
///     func converts(to type: Any.Type) -> Bool { type == Color.self }
///     func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { try Color(named: value) }
/// }
/// ```
public protocol SettingConverter: AnyObject, Sendable {
    /// Returns true if the converter converts to a type.
    func converts(to type: Any.Type) -> Bool

    /// Converts a value.
    /// - Parameters:
    ///   - value: The value from the sources, with its placeholders replaced.
    ///   - type: A type for which `converts(to:)` returns true.
    /// - Returns: A value of that type.
    /// - Throws: An error if the value can't be converted. It becomes the cause of an ``IOCError``, unless the setting
    ///   is secret.
    func convert(_ value: SettingValue, to type: Any.Type) throws -> Any
}

/// A setting's type that validates its values.
///
/// `validate()` is called after a value was read and converted, wherever the type is used: as the type of a setting, of
/// a member of another type, or of the elements of a list, and as the result of a ``SettingConverter``. An error
/// becomes the cause of a fault with the key, the place of the value and the line that reads it. A setting's default is
/// not validated.
///
/// ```swift
/// struct PoolSettings: Decodable, Sendable, ValidatedSetting {
///     var smallest = 1
///     var largest: Int
///
///     func validate() throws {
///         guard smallest <= largest else { throw Mistake("smallest is more than largest") }
///     }
/// }
/// ```
public protocol ValidatedSetting: Sendable {
    /// Validates the value.
    /// - Throws: An error if the value is invalid. It is left out of the message if the setting is secret.
    func validate() throws
}
