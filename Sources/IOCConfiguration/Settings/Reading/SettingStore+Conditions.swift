import IOCModel

extension SettingStore {
    /// Returns the reason why a condition on a setting does not hold; nil if it holds.
    ///
    /// The rule is the same for every source of a value:
    ///
    /// 1. No condition holds for a setting that is missing, null or an empty text.
    /// 2. If a value is expected, the setting must have it, as a value or as text. The expected flag `true` matches
    ///    `true`, `"true"` and `yes`. The expected number `1` matches `1`, `"1"` and `1.0`. The expected text `"true"`
    ///    matches the flag `true`.
    /// 3. If no value is expected, any value is accepted except `false`, `no` and `off`, in capital or small letters. A
    ///    `0` is accepted.
    package func reasonAgainst(_ key: String, equals expected: SettingValue?) throws -> String? {
        let node = try session(for: nil).cursor(at: SettingKey(key)).whole()
        let isSecret = node?.isSecret ?? isSecret(SettingKey(key))
        func shown(_ value: SettingValue) -> String { isSecret ? ShownText.mask : value.shown(self, at: key) }
        let value = node?.value
        if let value, value != "", expected.map(value.matches) ?? !value.isOff { return nil }
        let place = node.map { " (\($0.found.origin))" } ?? ""
        let state = value.map { ($0 == "" ? "empty" : shown($0)) + place } ?? "not set"
        if let expected { return "the setting \(key) is not \(shown(expected)): it is \(state)" }
        return "the setting \(key) is \(value?.isOff == true ? "off: it is " : "")\(state)"
    }

    /// Returns a remedy for a condition on a setting that does not hold.
    package func remedy(for key: String) -> String {
        let meant = suggestion(for: SettingKey(key)).map { ", or ask for '\($0)' in the condition" }
        return "set \(key)\(meant ?? "")"
    }

    /// Returns the reason why a condition on a setting holds, in words for a report.
    package func reasonFor(_ key: String, equals expected: SettingValue?) -> String {
        let isSecret = (try? session(for: nil).cursor(at: SettingKey(key)).whole())?.isSecret ?? true
        return "the setting \(key) is \(expected.map { isSecret ? ShownText.mask : $0.shown(self, at: key) } ?? "set")"
    }
}

extension SettingValue {
    /// Returns true if the value is equal to an expected value, or if its text is the expected text or converts to the
    /// expected value.
    package func matches(_ expected: SettingValue) -> Bool {
        if self == expected { return true }
        guard let text else { return false }
        let reading = SettingValue.string(text)
        return switch expected {
        case .string(let expected): text == expected
        case .bool(let flag): Bool.convert(reading) == flag
        case .int(let number): (Int.convert(reading) ?? Double.convert(reading).flatMap(Int.init(exactly:))) == number
        case .unsigned(let number): UInt64.convert(reading) == number
        case .double(let number): Double.convert(reading) == number
        case .null, .array, .object: false
        }
    }

    /// True for `false`, `no` and `off`, which a condition without an expected value rejects.
    fileprivate var isOff: Bool { ["false", "no", "off"].contains(text?.lowercased()) }

    /// A single value as text, as an environment variable or an argument contains it; nil for null, a list or an
    /// object.
    var text: String? {
        switch self {
        case .string(let text): text
        case .bool, .int, .unsigned, .double: description
        case .null, .array, .object: nil
        }
    }
}
