import IOCModel

extension SettingStore {
    /// The reason why a condition on a setting does not hold, or nil if it does.
    ///
    /// The rule is the same for every source of a value:
    ///
    /// 1. A setting that is not set, or that is null or an empty text, fulfils no condition.
    /// 2. With an expected value, the setting must have it: in its text or as a value. A flag is expected of `true`, `"true"`
    ///    and `yes` alike, a number of `1`, `"1"` and `1.0`, and the text `"true"` of the flag `true`.
    /// 3. Without one, any value will do but `false`, `no` and `off`, in letters of either case. A `0` is a value.
    package func reasonAgainst(_ key: String, equals expected: SettingValue?) throws -> String? {
        let node = try session(for: nil).cursor(at: SettingKey(key)).whole()
        let isSecret = node?.isSecret ?? isSecret(SettingKey(key))
        func shown(_ value: SettingValue) -> String { isSecret ? ShownText.mask : value.shown(self, at: key) }
        let value = node?.value
        if let value, value != "", expected.map(value.says) ?? !value.isOff { return nil }
        let place = node.map { " (\($0.found.origin))" } ?? ""
        let state = value.map { ($0 == "" ? "empty" : shown($0)) + place } ?? "not set"
        if let expected { return "the setting \(key) is not \(shown(expected)): it is \(state)" }
        return "the setting \(key) is \(value?.isOff == true ? "off: it is " : "")\(state)"
    }

    /// One thing to do about a condition on a setting that does not hold.
    package func remedy(for key: String) -> String {
        let meant = suggestion(for: SettingKey(key)).map { ", or ask for '\($0)' in the condition" }
        return "set \(key)\(meant ?? "")"
    }

    /// The reason given by a condition on a setting that holds.
    package func reasonFor(_ key: String, equals expected: SettingValue?) -> String {
        let isSecret = (try? session(for: nil).cursor(at: SettingKey(key)).whole())?.isSecret ?? true
        return "the setting \(key) is \(expected.map { isSecret ? ShownText.mask : $0.shown(self, at: key) } ?? "set")"
    }
}

extension SettingValue {
    /// True if it is an expected value, or if its text is the text of that or reads as it.
    package func says(_ expected: SettingValue) -> Bool {
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

    /// True if it turns off what only asks for the setting.
    fileprivate var isOff: Bool { ["false", "no", "off"].contains(text?.lowercased()) }

    /// The text in which a variable or an argument would say a single value.
    var text: String? {
        switch self {
        case .string(let text): text
        case .bool, .int, .unsigned, .double: description
        case .null, .array, .object: nil
        }
    }
}
