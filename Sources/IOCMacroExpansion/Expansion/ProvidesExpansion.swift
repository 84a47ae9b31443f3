/// The expansion of `@Provides`: a class through which the container finds and calls the function, or the mistakes in
/// the function.
///
/// ```swift
/// private nonisolated final class client__provided: IOC.ConstructedComponent {
///     nonisolated static var traits: [IOC.ComponentTrait] { [.primary] }
///     nonisolated static var constructor: IOC.Constructor { IOC.Constructor(
///         IOC.Parameter<Logger>("logger", line: 3),
///         fileID: "Shop/Server.swift", line: 2) {
///         try IOC._shared(client(logger: $0[0] as Logger))
///     }._ofFunction }
/// }
/// ```
///
/// The generated type is a class, because the optimizer would remove the metadata record of an unused enumeration. The
/// call is unqualified, so that it can call private functions and functions in extensions. The name has a suffix, not a
/// prefix, so that configured prefixes still match.
struct ProvidesExpansion: DeclarationRules {
    private(set) var source = ""
    var mistakes: [MacroDiagnostic] = []
    let syntax: Syntax
    private let annotation: Syntax

    /// Expands one use of the macro.
    init(_ use: MacroUse) {
        (syntax, annotation) = (use.declSyntax, use.attributeSyntax)
        var reader = TokenReader(Lexer.tokens(of: syntax.source))
        let prefix = reader.readPrefix()
        guard reader.take("func"), reader.next != nil else {
            mistakes = [annotation.message("@Provides is for functions: write it before 'static func'")]
            return
        }
        let function = reader.readInitializer(prefix)
        check(function, in: use.lexicalContext ?? [])
        if mistakes.isEmpty { source = expansion(of: function) }
    }

    private func expansion(of function: Initializer) -> String {
        var name = function.keyword
        let constructor = syntax.constructor(function, at: name) { effects, arguments in
            let call = name.spelling + arguments
            // A prototype is never shared, so it need not be `Sendable`.
            let proof = annotation.traitList.contains(".scope(.prototype)") ? call : "IOC._shared(\(call))"
            let remedy = "make what it returns Sendable, or the function 'nonisolated' or 'async'"
            return syntax.placed("\(effects)\(proof)  // If this fails, \(remedy).", at: name)
        }
        name.text += "__provided"
        let head = "private nonisolated final class \(name.spelling): IOC.ConstructedComponent {"
        let remedy = "  // If this fails, another function of the name has @Provides: rename one of the two."
        return syntax.placed(syntax.availability(function.prefix) + head + remedy, at: function.keyword) + """

            nonisolated static var traits: [IOC.ComponentTrait] { [\(annotation.traitList)] }
            nonisolated static var constructor: IOC.Constructor { \(constructor)._ofFunction }
            }
            """
    }

    // MARK: Rules

    private mutating func check(_ function: Initializer, in context: [Syntax]) {
        let name = function.keyword
        let around = context.compactMap(TypeDeclaration.init)
        let what = "'\(function.signature)'"
        if name.kind != .word || ["traits", "constructor", "willInject", "didInject"].contains(name.text) {
            report("a function with @Provides can't be called '\(name.text)': rename it", at: name)
        }
        // If the function is inside another function, that function is in the context, but it is not the declaration of
        // a type.
        if around.count < context.count {
            report("the container can't find \(what), which is inside a function: move it out", at: name)
        } else if let type = around.first(where: { $0.isGeneric || $0.keyword.isA("protocol") })?.name.text {
            report("'\(type)' stands for several types: move \(what) out of it", at: name)
        } else if let type = around.first?.name.text, !["static", "class"].contains(where: function.prefix.has) {
            report("the container has no instance of '\(type)' for \(what): make it 'static'", at: name)
        }
        checkResult(function.result, of: what, name)
        checkCall(of: function, markedBy: "Provides")
        checkTraits(of: annotation, name.text)
    }

    private mutating func checkResult(_ type: ArraySlice<Token>, of what: String, _ name: Token) {
        if type.isEmpty || ["Void", "Never", "()"].contains(syntax.text(of: type)) {
            report("\(what) returns nothing: write the component's type after '->'", at: name)
        } else if ["?", "!"].contains(type.last?.text) || type.first?.isA("Optional") == true {
            report("\(what) can return nil, which is no component: make it 'throws' instead", at: type)
        }
        checkSome(type, "what \(what) returns", severity: "error")
    }
}
