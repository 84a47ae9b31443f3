import IOCModel

extension SettingValue: CustomStringConvertible {
    /// The value as JSON would write it, members by key; members whose key says that they are secret are masked.
    public var description: String { description(masking: .usual) }

    /// The description, cut where it is longer than a reader wants.
    func shown(_ secrets: SecretWords, limit: Int = DocumentLimits.shownValue) -> String {
        guard case .string(let text) = self else { return Self.cut(description(masking: secrets), to: limit) }
        // Masked before it is cut, which may take away what shows that there is something to mask, and cut before it is
        // written with escapes.
        return Self.cut(
            SettingValue.string(Self.cut(ShownText.maskingSecrets(text), to: limit)).description, to: limit)
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex
        else {
            return text
        }
        return "\(text[..<end])…"
    }

    /// - Parameter key: The key of the value; the keys of members are below it.
    func description(masking secrets: SecretWords, at key: SettingKey = SettingKey(parts: [])) -> String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): ShownText.line(value.debugDescription)
        case .array(let elements):
            "[" + elements.map { $0.description(masking: secrets, at: key) }.joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.inOrder.map { name, value in
                    let inner = key.appending(name)
                    return ShownText.line("\(name.debugDescription): ")
                        + (secrets.matches(inner) ? ShownText.mask : value.description(masking: secrets, at: inner))
                }
                .joined(separator: ", ") + "}"
        }
    }
}

extension SettingValue: CustomReflectable {
    /// A mirror without children, so that a dump shows the description, in which secrets are masked.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
