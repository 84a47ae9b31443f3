/// The arguments of `@Component("stripe", .primary)`.
struct Annotation {
    struct Argument {
        var text: String
        /// The bytes in the attribute's text.
        var range: Range<Int>
        /// The trait's name: `primary` for `.primary`, and `named` for a string.
        var trait: String
    }

    let place: DiagnosticPlace
    let arguments: [Argument]

    init(_ syntax: MacroUse.Syntax) {
        place = DiagnosticPlace(syntax)
        let tokens = Lexer.tokens(of: syntax.source)
        var index = 0
        let prefix = tokens.readDeclarationPrefix(&index)
        arguments = tokens.arguments(prefix.attributes.first?.arguments).map(\.value).map { value in
            let name = tokens[value].first { $0.kind == .word && !["IOC", "ComponentTrait"].contains($0.text) }
            let isString = tokens[value.lowerBound].kind == .string
            let range = tokens.bytes(value)
            return Argument(
                text: syntax.source.source(range), range: range, trait: isString ? "named" : name?.text ?? "")
        }
    }
}
