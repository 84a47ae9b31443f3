/// An attribute as it is written before a declaration, such as `@Autowired("audit")`.
package struct AttributeUse: Sendable {
    /// One argument of an attribute or of a call.
    package struct Argument: Sendable {
        /// The label, where there is one.
        package var label: String?
        /// The value as written.
        package var value: SourceText

        /// An argument made of its parts.
        package init(label: String?, value: SourceText) {
            self.label = label
            self.value = value
        }
    }

    /// The name without the sign, with generic arguments where they are written: `Value<Int>`.
    package var name: String
    /// The text in the parentheses; nil where there are none.
    package var arguments: [Argument]?
    /// Where the sign stands.
    package var position: SourcePosition

    /// An attribute made of its parts.
    package init(name: String, arguments: [Argument]?, position: SourcePosition) {
        self.name = name
        self.arguments = arguments
        self.position = position
    }

    /// The name without module and generic arguments: `IOC.Value<Int>` is `Value`.
    package var baseName: String {
        let plain = name.prefix { $0 != "<" }
        return String(plain.split(separator: ".").last ?? plain)
    }

    /// The attribute as it would be written again.
    package var text: String {
        guard let arguments else { return "@\(name)" }
        let list = arguments.map { argument in
            (argument.label.map { "\($0): " } ?? "") + argument.value.text
        }
        return "@\(name)(\(list.joined(separator: ", ")))"
    }
}
