/// An attribute as it is written before a declaration, such as `@Autowired("audit")`.
public struct AttributeUse: Hashable, Sendable {
    /// One argument of an attribute or of a call.
    public struct Argument: Hashable, Sendable {
        /// The label, where there is one.
        public var label: String?
        /// The value as written.
        public var value: SourceText

        /// An argument made of its parts.
        public init(label: String?, value: SourceText) {
            self.label = label
            self.value = value
        }
    }

    /// The name without the sign, with generic arguments where they are written: `Value<Int>`.
    public var name: String
    /// What stands in the parentheses; nil where there are none.
    public var arguments: [Argument]?
    /// Where the sign stands.
    public var position: SourcePosition

    /// An attribute made of its parts.
    public init(name: String, arguments: [Argument]?, position: SourcePosition) {
        self.name = name
        self.arguments = arguments
        self.position = position
    }

    /// The name without module and generic arguments: `IOC.Value<Int>` is `Value`.
    public var baseName: String {
        let plain = name.prefix { $0 != "<" }
        return String(plain.split(separator: ".").last ?? plain)
    }

    /// The attribute as it would be written again.
    public var text: String {
        guard let arguments else { return "@\(name)" }
        let list = arguments.map { argument in
            (argument.label.map { "\($0): " } ?? "") + argument.value.text
        }
        return "@\(name)(\(list.joined(separator: ", ")))"
    }
}
