/// The common rules for an annotated type and an annotated function.
protocol DeclarationRules {
    var syntax: Syntax { get }
    var mistakes: [MacroDiagnostic] { get set }
}

extension DeclarationRules {
    /// Adds a message to the mistakes.
    /// - Parameter severity: `warning` for advice in addition to an error of the compiler at the same declaration.
    mutating func report(_ message: String, at tokens: ArraySlice<Token>, severity: String = "error") {
        mistakes.append(syntax.message(message, at: tokens.bytes, severity: severity))
    }

    mutating func report(_ message: String, at token: Token, severity: String = "error") {
        report(message, at: [token], severity: severity)
    }

    /// Reports the reasons why the container can't call an initializer or a function.
    mutating func checkCall(of callee: Initializer, markedBy attribute: String) {
        let what = "'\(callee.signature)'"
        checkDuplicates(of: attribute, in: callee.prefix, what)
        if let generics = callee.generics {
            report("the container can't choose the types for \(what), which is generic: write them", at: generics)
        } else if callee.isFailable {
            report(
                "\(what) can return nil, which gives no reason: make it 'throws', and the container reports the error",
                at: callee.keyword)
        }
        for parameter in callee.parameters { checkParameter(parameter) }
    }

    private mutating func checkParameter(_ parameter: Parameter) {
        let what = "'\(parameter.name.text)'"
        let count = mistakes.count
        checkDuplicates(of: "Named", in: parameter.prefix, what)
        if parameter.type.last?.isA(".") ?? false {
            report(
                "the container can't pass a variable number of arguments: make \(what) a list, as in '[any Plugin]'",
                at: parameter.type)
        }
        checkSome(parameter.type, what, severity: "error")
        for word in parameter.type where ["inout", "autoclosure"].contains(where: word.isA) {
            report("the container can't pass \(what) as '\(word.text)': leave the word out", at: word)
        }
        for wrapper in parameter.prefix.attributes where ["Autowired", "Value", "Injected"].contains(wrapper.name) {
            report(
                "'@\(wrapper.name)' is for properties: a parameter gets a component by its type alone or by "
                    + "'@Named(\"audit\")', and a setting by '@Named(setting: \"server.port\")'", at: wrapper.tokens)
        }
        let isSetting = parameter.prefix.attribute("Named")?.arguments?.first?.label == "setting"
        if let value = parameter.defaultValue, !isSetting, syntax.text(of: value) != "nil", mistakes.count == count {
            report(
                "the container always passes \(what), so it never uses the default value: leave the value out, or ask for a "
                    + "setting with '@Named(setting: \"…\")', whose default it is", at: value)
        }
    }

    /// Reports `some`, also inside another type, because the container doesn't know the type behind it.
    mutating func checkSome(_ type: ArraySlice<Token>, _ what: String, severity: String) {
        guard let word = type.flattened.first(where: { $0.isA("some") }) else { return }
        report("the container can't pass \(what) as 'some': write 'any' instead", at: word, severity: severity)
    }

    /// Reports repeated attributes of a name, because only the first has an effect.
    mutating func checkDuplicates(of attribute: String, in prefix: DeclarationPrefix, _ what: String) {
        for duplicate in prefix.attributes.filter({ $0.name == attribute }).dropFirst() {
            report("\(what) has '@\(attribute)' already: leave one of the two out", at: duplicate.tokens)
        }
    }

    /// Reports traits that exclude each other. If the declaration has `traits` of its own, reports every trait.
    /// - Parameter areDeclared: True if the declaration has `traits` of its own.
    mutating func checkTraits(of annotation: Syntax, _ name: String, areDeclared: Bool = false) {
        var seen: [String: String] = [:]
        for trait in annotation.traits {
            let text = annotation.text(of: trait)
            let isName = trait.first?.kind == .literal
            let word = trait.first { $0.kind == .word && !["IOC", "ComponentTrait"].contains($0.text) }?.text ?? ""
            let first = seen.updateValue(text, forKey: isName ? "named" : word)
            var message: String?
            if areDeclared {
                message = "'\(name)' declares 'traits' itself: write this trait there"
            } else if let first, isName || ["named", "scope", "order", "retry"].contains(word) {
                message = "'\(name)' can't have both \(first) and \(text): leave one of the two out"
            }
            if let message { mistakes.append(annotation.message(message, at: trait.bytes)) }
        }
    }
}
