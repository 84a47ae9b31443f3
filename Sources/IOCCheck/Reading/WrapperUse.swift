import IOCSource

/// A wrapper on a property, with either of its spellings: `@Autowired("audit") var log: any Sink` and
/// `let log = Autowired<any Sink>("audit")`.
struct WrapperUse {
    /// The declared type of the property; nil where only the compiler knows.
    let type: TypeSyntax?
    /// The value it has where nobody gives one.
    let initial: ExpressionSyntax?
    /// The name or key that is asked for, where it is a plain string.
    private(set) var key: String?
    /// True if ``key`` is what is asked for: nobody reads a key that is no plain string.
    private(set) var isKeyKnown = true

    /// - Parameters:
    ///   - property: The property.
    ///   - isIt: True if a written type is the wrapper.
    init?(_ property: PropertyDeclaration, isIt: (TypeSyntax) -> Bool) {
        if let use = property.attributes.first(where: { isIt(TypeSyntax($0.name)) }) {
            let arguments = use.arguments ?? []
            let written = arguments.first { $0.label == "wrappedValue" }?.value ?? property.initialValue
            initial = written.map { ExpressionSyntax($0.text) }
            type = property.type.map { TypeSyntax($0.text) } ?? Self.content(TypeSyntax(use.name))
            read(arguments.first { $0.label == nil }.map { ExpressionSyntax($0.value.text) })
            return
        }
        guard property.attributes.isEmpty, !property.isComputed else { return nil }
        let declared = property.type.map { TypeSyntax($0.text) }
        if let declared, !isIt(declared) { return nil }
        guard case .call(let function, let arguments)? = property.initialValue.map({ ExpressionSyntax($0.text) })?.form
        else {
            guard let declared else { return nil }
            // An initializer gives it its name.
            (type, initial, isKeyKnown) = (Self.content(declared), nil, false)
            return
        }
        let made = TypeSyntax(function.text.hasSuffix(".init") ? String(function.text.dropLast(5)) : function.text)
        let isMade = isIt(made)
        guard declared != nil || isMade else { return nil }
        type = declared.flatMap(Self.content) ?? Self.content(made)
        initial = arguments.first { $0.label == "default" }?.value
        guard isMade || function.text == ".init" else {
            isKeyKnown = false
            return
        }
        read(arguments.first { $0.label == nil }?.value)
    }

    private mutating func read(_ name: ExpressionSyntax?) {
        key = name?.string
        isKeyKnown = name == nil || key != nil
    }

    private static func content(_ type: TypeSyntax) -> TypeSyntax? {
        guard case .named(let components) = type else { return nil }
        return components.last?.arguments.first
    }
}
