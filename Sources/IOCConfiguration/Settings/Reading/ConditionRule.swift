import IOCModel

/// The rule of conditions on settings, the same for every source of a value.
///
/// 1. A setting that is not set, or that is null or an empty text, fulfils no condition.
/// 2. With an expected value, the setting must have it: in its text or as a value. A flag is expected of `true`, `"true"` and
///    `yes` alike, a number of `1`, `"1"` and `1.0`, and the text `"true"` of the flag `true`.
/// 3. Without one, any value will do but `false`, `no` and `off`, in letters of either case. A `0` is a value.
struct ConditionRule {
    /// The setting's key path.
    let key: String
    /// The value it must have; nil where any will do that is not off.
    let expected: SettingValue?

    /// A setting as a source has it.
    struct Found {
        /// Nil where no source has it.
        let value: SettingValue?
        let isSecret: Bool
        /// The place of the value.
        let origin: String?
    }

    /// The reason why a setting does not fulfil the condition, or nil where it does.
    func reason(against found: Found) -> String? {
        let wanted = expected.map { "the setting \(key) is not \(found.shown($0))" }
        guard let value = found.value else {
            return wanted.map { "\($0): it is not set" } ?? "the setting \(key) is not set"
        }
        guard value != "" else {
            return (wanted.map { "\($0): it is" } ?? "the setting \(key) is") + " empty" + found.place
        }
        guard !(expected.map(value.says) ?? !value.isOff) else { return nil }
        return "\(wanted ?? "the setting \(key) is off"): it is \(found.shown(value))\(found.place)"
    }

    /// Words a setting that fulfils the condition.
    func reason(for found: Found) -> String {
        "the setting \(key) is \(expected.map(found.shown) ?? "set")"
    }
}

extension ConditionRule.Found {
    fileprivate func shown(_ value: SettingValue) -> String { isSecret ? ShownText.mask : value.shown(.usual) }

    fileprivate var place: String { origin.map { " (\($0))" } ?? "" }
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
    private var text: String? {
        switch self {
        case .string(let text): text
        case .bool, .int, .unsigned, .double: description
        case .null, .array, .object: nil
        }
    }
}
