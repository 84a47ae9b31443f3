/// The arguments of `@Component("stripe", .primary)`.
struct Annotation {
    struct Argument {
        var text: String
        /// The bytes it takes in the attribute's text.
        var range: Range<Int>
        /// The trait's name: `primary` of `.primary`, and `named` of a string.
        var trait: String
        /// The bytes of the texts in it that say nothing, in the attribute's text.
        var blanks: [Range<Int>]
    }

    let place: DiagnosticPlace
    let arguments: [Argument]

    init(_ syntax: MacroUse.Syntax) {
        place = DiagnosticPlace(syntax)
        let tokens = Lexer.tokens(of: syntax.source)
        var index = 0
        let prefix = tokens.readPrefix(&index, end: tokens.count)
        arguments = tokens.pieces(prefix.attributes.first?.arguments ?? 0..<0).map { range in
            Self.argument(tokens, range, syntax.source)
        }
    }

    private static func argument(_ tokens: [Token], _ range: Range<Int>, _ text: String) -> Argument {
        let name = tokens[range].first { $0.kind == .word && !["IOC", "ComponentTrait"].contains($0.text) }
        let blanks = tokens[range].filter(\.isBlank)
        let isName = tokens[range.lowerBound].kind == .string
        return Argument(
            text: text.source(tokens, range),
            range: tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound,
            trait: isName ? "named" : name?.text ?? "", blanks: blanks.map(\.range))
    }
}
