/// The rules of the initializer with which the container creates a component.
extension ComponentRules {
    func initializerMistakes() -> [MacroDiagnostic] {
        switch choice {
        case .plain(let declared):
            (declared.map(modifierMistakes) ?? missingInitializer()) + unusedInjected()
        case .declared(let initializer):
            effectMistakes(initializer) + modifierMistakes(initializer)
                + initializer.parameters.compactMap(parameterMistake) + unusedInjected()
        case .generated(let constants): constants.compactMap(constantMistake) + unusedInjected()
        case .ambiguous(let several): [choiceMistake(several)]
        }
    }

    // MARK: The initializer

    private func choiceMistake(_ several: [Initializer]) -> MacroDiagnostic {
        let start = tokens[several[0].keyword].range.lowerBound
        if several[0].prefix.attribute("Injected") != nil, several[1].prefix.attribute("Injected") != nil {
            return error(
                "the container calls one initializer of '\(name)': leave '@Injected' before that one alone",
                at: several[1].keyword)
        }
        return error(
            "'\(name)' has \(several.count) initializers: write '@Injected' before the one that the container calls, or "
                + "'convenience' before the others", at: several[0].keyword
        ).fixed("insert '@Injected'", start..<start, "@Injected ", place)
    }

    /// The compiler writes an `init()` if there is none, but without modifiers.
    private func missingInitializer() -> [MacroDiagnostic] {
        if subject.keywordText == "enum" {
            return [
                error(
                    "the container creates '\(name)' with an initializer, which it does not declare: add one that chooses the "
                        + "case, as in 'init(@Named(setting: \"mode\") mode: String) { … }'", at: subject.name)
            ]
        }
        var words = ["public", "open"].contains(where: subject.prefix.has) ? ["public"] : []
        if subject.isMainActor { words.append("nonisolated") }
        if !subject.isFinal { words.append("required") }
        // A superclass may have an initializer.
        guard subject.isReferenceType, !words.isEmpty, subject.inherited.isEmpty,
            !subject.properties.contains(where: lacksValue)
        else { return [] }
        let text = (words + ["init() {}"]).joined(separator: " ")
        let start = tokens[subject.body].range.upperBound
        return [
            error(
                "the container creates '\(name)' with 'init()', which it does not declare: add '\(text)', or constants for the "
                    + "container to pass, as in 'let clock: Clock'", at: subject.name
            ).fixed("add '\(text)'", start..<start, "\n    \(text)", place)
        ]
    }

    private func modifierMistakes(_ initializer: Initializer) -> [MacroDiagnostic] {
        let lacksRequired =
            !subject.isFinal && !initializer.prefix.has("required") && !initializer.prefix.has("override")
        guard lacksRequired || (subject.isMainActor && !initializer.prefix.has("nonisolated")) else { return [] }
        let word = lacksRequired ? "required" : "nonisolated"
        let reason = lacksRequired ? "because the class can have subclasses" : "in a main-actor \(subject.keywordText)"
        let remedy = lacksRequired && !initializer.isPlain ? "; or make the class 'final'" : ""
        let start = tokens[initializer.keyword].range.lowerBound
        return [
            error(
                "the container creates '\(name)' with '\(signature(initializer))', which must be '\(word)' \(reason)\(remedy)",
                at: initializer.keyword
            ).fixed("insert '\(word)'", start..<start, word + " ", place)
        ]
    }

    private func signature(_ initializer: Initializer) -> String {
        "init(\(initializer.parameters.map { ($0.label.map { tokens[$0].text } ?? "_") + ":" }.joined()))"
    }

    /// True once the container has `Constructor(…, asyncMake:)`, which the expansion of an `async` initializer calls.
    private static let acceptsAsync = false

    private func effectMistakes(_ initializer: Initializer) -> [MacroDiagnostic] {
        let what = "'\(signature(initializer))'"
        if let generics = initializer.generics {
            return [
                error("the container can't choose the types for \(what), which is generic: write them", at: generics)
            ]
        }
        if initializer.isFailable {
            return [
                error(
                    "\(what) can return nil, which gives no reason: make it 'throws', and the container reports the error",
                    at: initializer.keyword..<initializer.keyword + 2)
            ]
        }
        if initializer.isAsync, !Self.acceptsAsync {
            return [
                error(
                    "\(what) is 'async', but the container creates components without waiting: make it synchronous, and wait "
                        + "in 'start()' of 'Startable' or 'IOCService'", at: initializer.keyword)
            ]
        }
        return duplicates(of: "Injected", in: initializer.prefix, what)
    }

    // MARK: Parameters

    private func parameterMistake(_ parameter: Parameter) -> MacroDiagnostic? {
        let what = "'\(tokens[parameter.name].text)'"
        if parameter.isVariadic {
            return error(
                "the container can't pass a variable number of arguments: make \(what) a list, as in '[any Plugin]'",
                at: parameter.type)
        }
        if let opaque = opaqueType(parameter.type, of: what) { return opaque }
        if let word = parameter.type.first(where: { tokens[$0].isWord("inout") || tokens[$0].isWord("autoclosure") }) {
            return error("the container can't pass \(what) as '\(tokens[word].text)': leave the word out", at: word)
        }
        if let value = parameter.prefix.attribute("Value") {
            return error(
                "'@Value' is for properties: a parameter gets its setting by '@Named(setting: \"server.port\")'",
                at: value.tokens)
        }
        if let wrapper = parameter.prefix.attribute("Autowired") ?? parameter.prefix.attribute("Injected") {
            return error(
                "'@\(wrapper.name)' is for properties: a parameter gets its component by its type alone, or by "
                    + "'@Named(\"audit\")'", at: wrapper.tokens)
        }
        let arguments = tokens.arguments(parameter.prefix.attribute("Named")?.arguments)
        if let duplicate = duplicates(of: "Named", in: parameter.prefix, what).first { return duplicate }
        guard let value = parameter.defaultValue, arguments.first?.label != "setting", subject.source(value) != "nil"
        else { return nil }
        return error(
            "the container always passes \(what), so it never uses the default value: leave the value out, or ask for a "
                + "setting with '@Named(setting: \"…\")', whose default it is", at: value)
    }

    private func opaqueType(_ type: Range<Int>, of what: String) -> MacroDiagnostic? {
        type.first { tokens[$0].isWord("some") }.map { word in
            error(
                "the container chooses the type of \(what) when the program runs: write 'any' instead of 'some'",
                at: word
            ).fixed("write 'any'", tokens[word].range, "any", place)
        }
    }

    /// Second attributes of a name, which would have no effect.
    private func duplicates(of attribute: String, in prefix: DeclarationPrefix, _ what: String) -> [MacroDiagnostic] {
        prefix.attributes.filter { $0.name == attribute }.dropFirst().map {
            error("\(what) has '@\(attribute)' already: leave one of the two out", at: $0.tokens)
        }
    }

    // MARK: Constants

    private func constantMistake(_ property: Property) -> MacroDiagnostic? {
        let what = "'\(subject.spelling(property.name))'"
        if property.isInTuple {
            return error(
                "@Component can't pass a part of a tuple: declare \(what) in a 'let' of its own, with its type",
                at: property.name)
        }
        guard let type = property.type else { return missingType(of: property) }
        if let opaque = opaqueType(type, of: what) { return opaque.asAdvice }
        if let noncopyable = tokens.path(type)?.last, ["Mutex", "Atomic"].contains(noncopyable) {
            return error(
                "the container can't pass \(what), which can't be copied: write its value here, as in '= \(noncopyable)(…)'",
                at: property.name)
        }
        if let named = property.prefix.attribute("Named") {
            return error("'@Named' is for parameters: a constant takes '@Injected(…)'", at: named.tokens)
        }
        return duplicates(of: "Injected", in: property.prefix, what).first
    }

    /// Properties with `@Injected` to which the container passes nothing.
    private func unusedInjected() -> [MacroDiagnostic] {
        let isGenerated = if case .generated = choice { true } else { false }
        return subject.properties.compactMap { property in
            guard property.isLet, let attribute = property.prefix.attribute("Injected"),
                !(isGenerated && property.awaitsValue)
            else { return nil }
            return error(
                property.awaitsValue
                    ? "'\(name)' declares its initializer, so '@Injected' has no effect here: write '@Named(…)' before the "
                        + "parameter"
                    : "'\(subject.spelling(property.name))' has its value already: leave the value or '@Injected' out",
                at: attribute.tokens)
        }
    }
}
