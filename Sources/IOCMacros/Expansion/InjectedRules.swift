/// Where `@Injected` may stand: it adds nothing, and ``ComponentExpansion`` reads it.
struct InjectedRules {
    private let use: MacroUse

    init(_ use: MacroUse) { self.use = use }

    /// The fault.
    func faults() -> [MacroDiagnostic] {
        let tokens = Lexer.tokens(of: use.declSyntax.source)
        var index = 0
        let prefix = tokens.readPrefix(&index, end: tokens.count)
        let around = use.lexicalContext?.first.flatMap { ClassText($0.source) }
        let place = DiagnosticPlace(use.attributeSyntax)
        let whole = 0..<use.attributeSyntax.source.utf8.count
        guard index < tokens.count, around != nil else { return [] }
        let attribute = prefix.attribute("Injected")
        switch tokens[index].text {
        case "let" where attribute?.arguments == nil:
            return [
                place.error(
                    "a constant needs no '@Injected' to be passed; with a name or a setting it says which: "
                        + "'@Injected(\"audit\")', '@Injected(setting: \"server.port\")'", at: whole)
            ]
        case "init" where attribute?.arguments != nil:
            return [
                place.error(
                    "'@Injected' before an initializer takes no arguments: write '@Named(\"audit\")' before the parameter",
                    at: whole)
            ]
        case "let", "init": break
        default:
            return [
                place.error(
                    "'@Injected' is for constants and initializers; a variable takes '@Autowired' or '@Value', a parameter "
                        + "'@Named(…)'", at: whole)
            ]
        }
        guard around?.prefix.attributes.contains(where: { $0.name == "Component" }) == false else { return [] }
        return [
            place.error(
                "'@Injected' is read by '@Component', which '\(around?.nameText ?? "")' lacks: write it before the "
                    + "\(around?.keywordText ?? "type")", at: whole)
        ]
    }
}
