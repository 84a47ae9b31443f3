/// The rules of `@Injected`. The attribute adds no code; `@Component` reads it.
struct InjectedRules {
    let use: MacroUse

    func mistakes() -> [MacroDiagnostic] {
        var reader = TokenReader(Lexer.tokens(of: use.declSyntax.source))
        let hasArguments = reader.readPrefix().attribute("Injected")?.arguments != nil
        // The compiler rejects the attribute outside of types, so nothing is reported there.
        guard let keyword = reader.next, let type = use.lexicalContext?.first.flatMap(TypeDeclaration.init),
            let message = message(keyword.text, hasArguments: hasArguments, type)
        else { return [] }
        return [use.attributeSyntax.message(message)]
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
                : "'@Injected' is read by '@Component', which '\(type.name.text)' lacks: write it before the "
                    + type.keyword.text
        default:
            "'@Injected' is for constants and initializers; a variable takes '@Autowired' or '@Value', a parameter "
                + "'@Named(…)'"
        }
    }
}
