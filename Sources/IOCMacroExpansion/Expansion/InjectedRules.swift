/// The rules of `@Injected`, which adds nothing: `@Component` reads it.
struct InjectedRules {
    let use: MacroUse

    func mistakes() -> [MacroDiagnostic] {
        let tokens = Lexer.tokens(of: use.declSyntax.source)
        var index = 0
        let attribute = tokens.readDeclarationPrefix(&index).attribute("Injected")
        // The compiler rejects the attribute outside of types.
        guard index < tokens.count, let type = use.lexicalContext?.first.flatMap({ TypeDeclaration($0.source) }) else {
            return []
        }
        return message(tokens[index].text, hasArguments: attribute?.arguments != nil, type).map {
            [DiagnosticPlace(use.attributeSyntax).error($0, at: 0..<use.attributeSyntax.source.utf8.count)]
        } ?? []
    }

    private func message(_ keyword: String, hasArguments: Bool, _ type: TypeDeclaration) -> String? {
        switch keyword {
        case "let" where !hasArguments:
            "the container passes a constant without '@Injected'; write it for a name or a setting: '@Injected(\"audit\")', "
                + "'@Injected(setting: \"server.port\")'"
        case "init" where hasArguments:
            "'@Injected' before an initializer takes no arguments: write '@Named(\"audit\")' before the parameter"
        case "let", "init":
            type.prefix.attribute("Component") != nil
                ? nil
                : "'@Injected' is read by '@Component', which '\(type.nameText)' lacks: write it before the "
                    + type.keywordText
        default:
            "'@Injected' is for constants and initializers; a variable takes '@Autowired' or '@Value', a parameter "
                + "'@Named(…)'"
        }
    }
}
