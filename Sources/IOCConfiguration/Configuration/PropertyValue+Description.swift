extension PropertyValue: CustomStringConvertible {
    /// The value as JSON would write it, members by key; members whose key says that they are secret are masked.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value.debugDescription
        case .array(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { name, value in
                    "\(name.debugDescription): "
                        + (SecretKeys.usual.matches(name) ? SecretKeys.mask : value.description)
                }
                .joined(separator: ", ") + "}"
        }
    }
}

extension PropertyValue: CustomReflectable {
    /// A mirror without children, so that a dump shows the description, in which secrets are masked.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
