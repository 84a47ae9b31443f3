/// The rules for the initializer with which the container creates a component.
extension ComponentRules {
    mutating func checkInitializer() {
        switch component.choice {
        case .declared(let initializer):
            checkModifiers(initializer)
            checkCall(of: initializer, markedBy: "Injected")
        case .generated(let constants):
            if constants.isEmpty { checkMissingInitializer() }
            for constant in constants { checkConstant(constant) }
        case .ambiguous(let several): return reportChoice(several)
        }
        for property in properties { checkInjected(property) }
    }

    // MARK: The initializer

    private mutating func reportChoice(_ several: [Initializer]) {
        if several.allSatisfy({ $0.prefix.attribute("Injected") != nil }) {
            return report(
                "the container calls one initializer of '\(name)': leave '@Injected' before that one alone",
                at: several[1].keyword)
        }
        report(
            "'\(name)' has \(several.count) initializers: write '@Injected' before the one that the container calls, or "
                + "'convenience' before the others", at: several[0].keyword)
    }

    /// Reports a missing initializer if the compiler generates none, or generates an `init()` without a modifier that
    /// the container needs.
    private mutating func checkMissingInitializer() {
        var words = ["public", "open"].contains(where: declaration.prefix.has) ? ["public"] : []
        if declaration.isMainActor { words.append("nonisolated") }
        if !declaration.isFinal { words.append("required") }
        if declaration.keyword.isA("enum") {
            words = ["init(@Named(setting: \"mode\") mode: String) { … }"]
        } else if !words.isEmpty, declaration.isReferenceType, declaration.inherited.isEmpty {
            words.append("init() {}")
        } else {
            // The initializer that the compiler generates is sufficient, or a superclass may have one.
            return
        }
        if properties.contains(where: lacksValue) { return }
        report(
            "the container creates '\(name)' with an initializer, which it does not declare: add "
                + "'\(words.joined(separator: " "))', or constants for the container to pass", at: declaration.name)
    }

    private mutating func checkModifiers(_ initializer: Initializer) {
        let isFixed = declaration.isFinal || ["required", "override"].contains(where: initializer.prefix.has)
        // An `async` initializer may belong to the main actor, because the container awaits it.
        let isElsewhere = declaration.isMainActor && !initializer.isAsync && !initializer.prefix.has("nonisolated")
        guard !isFixed || isElsewhere else { return }
        let rule =
            isFixed
            ? "'nonisolated' in a main-actor \(declaration.keyword.text)" : "'required' unless the class is 'final'"
        report("the container calls '\(initializer.signature)', which must be \(rule)", at: initializer.keyword)
    }

    // MARK: Constants

    /// Reports a default value that begins with a dot, because the compiler can't infer its type in an attribute. A
    /// `Duration` is allowed, because the attribute has an overload for it.
    private mutating func checkDefault(of property: Property, _ type: ArraySlice<Token>) {
        let arguments = property.prefix.attribute("Injected")?.arguments ?? []
        guard let value = arguments.first(where: { $0.label == "default" })?.value, value.first?.isA(".") ?? false,
            !type.contains(where: { $0.isA("Duration") })
        else { return }
        let text = component.text(value)
        let name = component.text(type.last?.isA("?") ?? false ? type.dropLast() : type)
        report(
            "the compiler can't infer the type of '\(text)' in an attribute: write '\(name)\(text)'", at: value,
            severity: "warning")
    }

    private mutating func checkConstant(_ property: Property) {
        let what = "'\(property.name.spelling)'"
        checkDuplicates(of: "Injected", in: property.prefix, what)
        if let named = property.prefix.attribute("Named") {
            report("'@Named' is for parameters: a constant takes '@Injected(…)'", at: named.tokens)
        }
        if property.isInTuple {
            return report(
                "@Component can't pass a part of a tuple: declare \(what) in a 'let' of its own", at: property.name)
        }
        guard let type = property.type else { return adviseType(of: property) }
        if !declaration.isFinal, let hidden = component.hiddenType(of: property) {
            report(
                "the container can't pass \(what) to subclasses, because '\(hidden.name)' is \(hidden.access): make "
                    + "'\(hidden.name)' internal, or '\(name)' 'final'", at: property.name)
        }
        // This is only a warning, because the compiler reports an error as well.
        checkSome(type, what, severity: "warning")
        checkDefault(of: property, type)
        if ["Mutex", "Atomic"].contains(type.first?.text) {
            report(
                "the container can't pass \(what), which can't be copied: write its value here, as in '= Mutex(…)'",
                at: property.name)
        }
    }

    /// Reports `@Injected` on a constant to which the container passes nothing.
    private mutating func checkInjected(_ property: Property) {
        guard property.isLet, let attribute = property.prefix.attribute("Injected") else { return }
        if !property.awaitsValue {
            report(
                "'\(property.name.spelling)' has its value already: leave the value or '@Injected' out",
                at: attribute.tokens)
        } else if !declaration.members.initializers.isEmpty {
            report(
                "'\(name)' declares its initializer, so '@Injected' has no effect here: write '@Named(…)' before the "
                    + "parameter", at: attribute.tokens)
        }
    }
}
