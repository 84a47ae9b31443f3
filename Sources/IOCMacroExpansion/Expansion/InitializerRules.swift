/// The rules of the initializer by which the container makes a component.
struct InitializerRules {
    let subject: ClassText
    let making: Making
    let place: DiagnosticPlace
    /// The protocols of the macro's that the type does not have by inheritance.
    let lacking: Set<String>

    private var tokens: [Token] { subject.tokens }
    private var name: String { subject.nameText }
    private var isMainActor: Bool { subject.prefix.attribute("MainActor") != nil }

    /// The fault.
    func faults() -> [MacroDiagnostic] {
        switch making {
        case .plain(let declared):
            return (declared.map(keywordFaults) ?? missingFaults()) + unusedFaults()
        case .declared(let initializer):
            let own = shapeFaults(initializer) + keywordFaults(initializer)
            let isInherited = ["required", "override"].contains(where: initializer.prefix.has)
            return (own.isEmpty && !isInherited ? inheritanceFaults(tokens[initializer.keyword].range) : own)
                + initializer.parameters.flatMap(parameterFaults) + unusedFaults()
        case .written(let constants):
            let own = constants.compactMap(constantFault)
            return (own.isEmpty ? inheritanceFaults(tokens[constants[0].name].range) : own) + variableFaults()
                + unusedFaults()
        case .open(let several): return [choiceFault(several)]
        }
    }

    private func error(
        _ message: String, at range: Range<Int>, fix: MacroDiagnostic.FixIt? = nil
    ) -> MacroDiagnostic {
        place.error(message, at: range, fix: fix)
    }

    private func bytes(_ range: Range<Int>) -> Range<Int> {
        tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
    }

    // MARK: The choice

    private func choiceFault(_ several: [Member.Initializer]) -> MacroDiagnostic {
        let isMarked = several.allSatisfy { $0.prefix.attribute("Injected") != nil }
        let start = tokens[several[isMarked ? 1 : 0].keyword].range
        let mark = isMarked ? nil : start.lowerBound..<start.lowerBound
        return error(
            isMarked
                ? "the container calls one initializer of '\(name)': leave '@Injected' before that one alone"
                : "'\(name)' has \(several.count) initializers: write '@Injected' before the one that the container calls, or "
                    + "'convenience' before the others",
            at: start, fix: mark.map { place.fix("insert '@Injected'", $0, "@Injected ") })
    }

    /// Without an initializer the compiler writes one, but not where anything must stand before it.
    private func missingFaults() -> [MacroDiagnostic] {
        if subject.keywordText == "enum" {
            return [
                error(
                    "the container makes '\(name)' with an initializer, which it does not declare: add one that chooses the "
                        + "case, as in 'init(@Named(setting: \"mode\") mode: String) { … }'",
                    at: tokens[subject.name].range)
            ]
        }
        let open = variableFaults()
        guard subject.isReferenceType, open.isEmpty else { return open }
        var words = ["public", "open"].contains(where: subject.prefix.has) ? ["public"] : []
        if isMainActor { words.append("nonisolated") }
        if !subject.isFinal { words.append("required") }
        // A superclass may bring one; without one, the compiler writes a plain one.
        if words.isEmpty || !subject.inherited.isEmpty { return [] }
        let text = (words + ["init() {}"]).joined(separator: " ")
        let start = tokens[subject.body.lowerBound].range.upperBound
        return [
            error(
                "the container makes '\(name)' with 'init()', which it does not declare: add '\(text)', or constants for the "
                    + "container to pass, as in 'let clock: Clock'",
                at: tokens[subject.name].range, fix: place.fix("add '\(text)'", start..<start, "\n    \(text)"))
        ]
    }

    /// Words that a type asks of its initializer.
    private func keywordFaults(_ initializer: Member.Initializer) -> [MacroDiagnostic] {
        let lacksRequired =
            !subject.isFinal && !initializer.prefix.has("required") && !initializer.prefix.has("override")
        guard lacksRequired || (isMainActor && !initializer.prefix.has("nonisolated")) else { return [] }
        let word = lacksRequired ? "required" : "nonisolated"
        let reason = lacksRequired ? "where subclasses can follow" : "in a main-actor \(subject.keywordText)"
        let keyword = tokens[initializer.keyword].range
        return [
            error(
                "the container makes '\(name)' with '\(spelling(initializer))', which must be '\(word)' \(reason)"
                    + (lacksRequired && !initializer.isPlain ? "; or make the class 'final'" : ""),
                at: keyword,
                fix: place.fix("insert '\(word)'", keyword.lowerBound..<keyword.lowerBound, word + " "))
        ]
    }

    private func spelling(_ initializer: Member.Initializer) -> String {
        "init(\(initializer.parameters.map { ($0.label.map { tokens[$0].text } ?? "_") + ":" }.joined()))"
    }

    private func shapeFaults(_ initializer: Member.Initializer) -> [MacroDiagnostic] {
        let keyword = tokens[initializer.keyword].range
        let what = "'\(spelling(initializer))'"
        if let generics = initializer.generics {
            return [
                error(
                    "the container can't choose the types for \(what), which is generic: write the types that it is passed",
                    at: tokens[generics].range)
            ]
        }
        if initializer.isFailable {
            let mark = tokens[initializer.keyword + 1].range
            return [
                error(
                    "\(what) can return nil, which gives nobody a reason: make it 'throws', and the context tells the error",
                    at: keyword.lowerBound..<mark.upperBound)
            ]
        }
        if initializer.isAsync {
            return [
                error(
                    "\(what) is 'async', but components are made without waiting: make it synchronous, and do what waits in "
                        + "'start()' of 'Startable' or 'IOCService'",
                    at: keyword)
            ]
        }
        if initializer.isConditional {
            return [
                error(
                    "\(what) stands under a condition that only the compiler knows: put the condition into its body, or "
                        + "around the whole \(subject.keywordText)",
                    at: keyword)
            ]
        }
        return []
    }

    /// A superclass's required initializers are asked of a class that declares one of its own.
    private func inheritanceFaults(_ range: Range<Int>) -> [MacroDiagnostic] {
        if !lacking.contains("_AnnotatedComponent"), subject.initializers.count < 2 {
            return [
                error(
                    "the superclass of '\(name)' requires its own initializer of every subclass, so '\(name)' can't have "
                        + "another one alone: make what it needs '@Autowired var' properties, or declare both and write "
                        + "'@Injected' before this one",
                    at: range)
            ]
        }
        return []
    }

    // MARK: Parameters

    private func parameterFaults(_ parameter: Member.Parameter) -> [MacroDiagnostic] {
        guard let nameToken = parameter.name else {
            return [
                error(
                    "a parameter of the container's needs a name for messages: write one in the place of '_'",
                    at: bytes(parameter.tokens))
            ]
        }
        let what = "'\(tokens[nameToken].text)'"
        let type = tokens[parameter.type]
        if parameter.isVariadic {
            return [
                error(
                    "the container can't pass a variable number of arguments: make \(what) a list, as in '[any Plugin]'",
                    at: bytes(parameter.type))
            ]
        }
        if let word = type.first(where: { $0.isWord("inout") || $0.isWord("some") }) {
            return [
                error(
                    word.text == "some"
                        ? "the container chooses the type of \(what) when the program runs: write 'any' in the place of "
                            + "'some'"
                        : "the container can't pass \(what) as 'inout': leave it out",
                    at: word.range,
                    fix: word.text == "some" ? place.fix("write 'any'", word.range, "any") : nil)
            ]
        }
        let named = parameter.prefix.attribute("Named")
        if let wrapper = ["Autowired", "Value", "Injected"].lazy.compactMap(parameter.prefix.attribute).first {
            return [
                error(
                    wrapper.name == "Value"
                        ? "a parameter gets its setting by '@Named(setting: \"server.port\")'; '@Value' is for properties"
                        : "a parameter gets its component by its type alone, or by '@Named(\"audit\")'; '@\(wrapper.name)' is "
                            + "for properties",
                    at: bytes(wrapper.tokens))
            ]
        }
        if let named, let fault = nameFault(named, of: what) { return [fault] }
        let isSetting = named.map(isSetting) ?? false
        guard let fallback = parameter.fallback, !isSetting, subject.source(fallback) != "nil" else { return [] }
        return [
            error(
                "the container always passes \(what), so its default value never serves: leave it out, or ask for a setting "
                    + "with '@Named(setting: \"…\")', whose default it is",
                at: bytes(fallback))
        ]
    }

    private func isSetting(_ attribute: DeclarationPrefix.Attribute) -> Bool {
        attribute.arguments.map { tokens[$0].first?.isWord("setting") ?? false } ?? false
    }

    /// A name or key that says nothing.
    private func nameFault(_ attribute: DeclarationPrefix.Attribute, of what: String) -> MacroDiagnostic? {
        guard let blank = tokens[attribute.arguments ?? 0..<0].first(where: \.isBlank) else { return nil }
        return error(
            "the \(isSetting(attribute) ? "setting" : "name") that \(what) asks for is empty: write one, or leave "
                + "\(subject.source(attribute.tokens)) out",
            at: blank.range)
    }

    // MARK: Constants

    private func constantFault(_ property: Member.Property) -> MacroDiagnostic? {
        let range = tokens[property.name].range
        if property.isConditional {
            return error(
                "'\(property.spelling)' stands under a condition that only the compiler knows, so @Component can't write the "
                    + "initializer: declare it",
                at: range)
        }
        if property.isInTuple || property.type == nil {
            return error(
                "@Component can't pass a part of a tuple: declare '\(property.spelling)' as a constant of its own, with its "
                    + "type",
                at: range)
        }
        if let named = property.prefix.attribute("Named") {
            return error(
                "'@Named' is for parameters: a constant takes '@Injected(…)'", at: bytes(named.tokens),
                fix: place.fix(
                    "write '@Injected'", bytes(named.tokens.lowerBound + 1..<named.tokens.lowerBound + 2), "Injected"))
        }
        return property.prefix.attribute("Injected").flatMap { nameFault($0, of: "'\(property.spelling)'") }
    }

    /// Variables that nobody gives a value.
    private func variableFaults() -> [MacroDiagnostic] {
        guard !subject.isReferenceType || subject.keywordText == "actor" else { return [] }
        return subject.properties.filter { property in
            !property.isLet && !property.hasValue && !property.isStatic && !property.isComputed
                && property.prefix.attributes.isEmpty && !property.prefix.has("lazy") && !isOptional(property)
        }.map { property in
            error(
                "nobody gives '\(property.spelling)' a value: make it a 'let', which the container passes, or give it one",
                at: tokens[property.name].range,
                fix: property.sharesKeyword ? nil : place.fix("make it a 'let'", tokens[property.keyword].range, "let"))
        }
    }

    private func isOptional(_ property: Member.Property) -> Bool {
        property.type.map { tokens[$0.upperBound - 1].isSign("?") || tokens[$0.upperBound - 1].isSign("!") } ?? false
    }

    /// Properties that ask for something though nobody passes it to them.
    private func unusedFaults() -> [MacroDiagnostic] {
        let isWritten = if case .written = making { true } else { false }
        return subject.properties.compactMap { property in
            guard property.isLet, let attribute = property.prefix.attribute("Injected"),
                !(isWritten && property.awaitsValue)
            else { return nil }
            return error(
                property.awaitsValue
                    ? "'\(name)' declares its initializer, so '@Injected' says nothing here: write '@Named(…)' before the "
                        + "parameter"
                    : "'\(property.spelling)' has its value already: leave the value or '@Injected' out",
                at: bytes(attribute.tokens))
        }
    }
}
