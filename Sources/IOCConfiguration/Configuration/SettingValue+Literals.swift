extension SettingValue: ExpressibleByBooleanLiteral {
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension SettingValue: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
}

extension SettingValue: ExpressibleByFloatLiteral {
    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension SettingValue: ExpressibleByStringInterpolation {
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension SettingValue: ExpressibleByArrayLiteral {
    /// A list.
    public init(arrayLiteral elements: SettingValue...) { self = .array(elements) }
}

extension SettingValue: ExpressibleByDictionaryLiteral {
    /// Values by key; of two equal keys the last wins.
    public init(dictionaryLiteral elements: (String, SettingValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
