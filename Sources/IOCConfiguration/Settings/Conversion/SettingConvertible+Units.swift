import IOCBase

extension Duration: TextConvertible {
    static var expectation: String { "a duration with units, such as 30s, 250ms, 5m, 1h30m or 1d" }

    /// Units from days to nanoseconds, larger ones first, each at most once; a sign stands in front of all.
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
            // Beyond it a clock's arithmetic overflows.
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
        case .int(let number): return Decimal(number)
        case .unsigned(let number): return Decimal(number)
        case .double(let number): return Decimal(string: "\(number)")
        case .string(let text):
            let digits = text.drop { $0 == "-" || $0 == "+" }
            // Foundation stops at the first character that is none of a number's, without a word.
            guard text.count - digits.count <= 1, digits.contains(where: \.isNumber),
                digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
                digits.count(where: { $0 == "." }) <= 1
            else { return nil }
            return Decimal(string: text)
        default: return nil
        }
    }
}

extension Date: TextConvertible {
    static var expectation: String { "an ISO 8601 date, such as 2025-12-31 or 2025-12-31T23:59:59Z" }

    /// A date alone is midnight in UTC.
    static func read(_ text: String) -> Date? {
        let isDay = text.count == 10
        let style = isDay ? Date.ISO8601FormatStyle().year().month().day() : Date.ISO8601FormatStyle()
        let clock = isDay ? text : text.prefix(19) + "Z"
        // The parser takes the 30th of February for the 2nd of March, and 25 hours for one of the next day: what it read
        // must print as it was written.
        guard let moment = try? style.parse(clock), moment.formatted(style) == clock else { return nil }
        if isDay { return moment }
        return isZone(text.dropFirst(19)) ? try? style.parse(text) : nil
    }

    /// The parser leaves aside whatever follows what it knows.
    private static func isZone(_ text: Substring) -> Bool {
        var zone = String(text.map { $0.isASCII && $0.isNumber ? "0" : $0 })[...]
        if zone.first == "." { zone = zone.dropFirst().drop { $0 == "0" } }
        return ["Z", "+00:00", "-00:00", "+0000", "-0000"].contains(zone)
    }
}
