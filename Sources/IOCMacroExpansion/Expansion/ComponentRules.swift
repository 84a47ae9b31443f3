/// The rules of `@Component`. Each mistake is reported at its own token, with a remedy.
struct ComponentRules {
    let subject: TypeDeclaration
    let annotation: Annotation
    let choice: InitializerChoice
    let place: DiagnosticPlace
    /// The macro's protocols that the type does not inherit.
    let lacking: Set<String>
    /// The declarations around the type, the nearest first.
    let around: [TypeDeclaration]

    var tokens: [Token] { subject.tokens }
    var name: String { subject.nameText }

    /// True if an extension can make the type conform.
    var canConform: Bool { typeMistake == nil }

    /// All mistakes.
    func mistakes() -> [MacroDiagnostic] {
        if let mistake = typeMistake ?? conditionMistake { return [mistake] }
        return traitMistakes() + wrapperMistakes() + initializerMistakes() + variableMistakes() + sharingMistakes()
    }

    func error(_ message: String, at token: Int) -> MacroDiagnostic { place.error(message, at: tokens[token].range) }

    func error(_ message: String, at range: Range<Int>) -> MacroDiagnostic {
        place.error(message, at: tokens.bytes(range))
    }

    // MARK: The type

    /// The reason why no extension can make the type conform.
    private var typeMistake: MacroDiagnostic? {
        guard subject.hasInstances else {
            return error(
                "@Component is for classes, actors, structs and enums; '\(name)' is of another kind: \(subject.keywordText)",
                at: subject.keyword)
        }
        if subject.generics != nil || around.contains(where: { $0.generics != nil }) {
            let reason = subject.generics == nil ? "is nested in a generic type" : "is generic"
            let remedy =
                subject.keywordText == "class"
                ? "put @Component on a subclass that fixes the types, as in 'final class Users: Store<User> {}'"
                : "define it in an assembly, as in 'let users = Define<Store<User>>(…)'"
            return error(
                "the container can't choose the types for '\(name)', which \(reason): \(remedy)",
                at: subject.generics ?? subject.name)
        }
        // An extension can't name a type that is private to the type around it.
        if !around.isEmpty, let word = (0..<subject.keyword).last(where: { tokens[$0].isWord("private") }) {
            return error(
                "@Component can't reach '\(name)', which is private to the type around it: make it 'fileprivate'",
                at: word)
        }
        return nil
    }

    /// A part under `#if` that the macro would have to read.
    private var conditionMistake: MacroDiagnostic? {
        let attribute = subject.prefix.attributes.first {
            $0.isConditional && ["available", "MainActor"].contains($0.name)
        }
        let member =
            subject.properties.first { $0.isConditional && $0.isStored }?.name
            ?? subject.initializers.first(where: \.isConditional)?.keyword
        guard let range = attribute?.tokens ?? member.map({ $0..<$0 + 1 }) else { return nil }
        return error(
            "@Component can't know whether '#if' includes '\(subject.source(range))': write it without a condition, or put the "
                + "whole \(subject.keywordText) into '#if' and '#else'", at: range)
    }

    private func traitMistakes() -> [MacroDiagnostic] {
        if subject.declaresTraits, let first = annotation.arguments.first {
            let message = "'\(name)' declares 'traits' itself: write the traits there or here, not in both"
            return [annotation.place.error(message, at: first.range)]
        }
        let single = ["named": "a name", "scope": "a scope", "order": "an order", "retry": "a retry"]
        var seen: [String: String] = [:]
        return annotation.arguments.compactMap { argument in
            guard let kind = single[argument.trait], let first = seen.updateValue(argument.text, forKey: argument.trait)
            else { return nil }
            let message = "'\(name)' has \(kind) already: \(first); leave one of the two out"
            return annotation.place.error(message, at: argument.range)
        }
    }

    // MARK: Wrapped properties

    private func wrapperMistakes() -> [MacroDiagnostic] {
        subject.properties.compactMap { property in
            guard let wrapper = property.wrapper, property.isStored else { return nil }
            let spelling = subject.spelling(property.name)
            let injected = injected(insteadOf: wrapper, property)
            if property.isLet {
                let remedy = injected.map { "write '\($0)' instead" } ?? "leave it out"
                return error(
                    "'@\(wrapper.name)' is for variables: \(remedy), and the container passes '\(spelling)' when it creates "
                        + "'\(name)'", at: wrapper.tokens
                ).asAdvice
            }
            if !subject.isReferenceType {
                let remedy = injected.map { ", with '\($0)' before it" } ?? ""
                return error(
                    "a \(subject.keywordText) is copied, so the container can't fill '\(spelling)' later: make it a 'let', "
                        + "which the container passes when it creates '\(name)'\(remedy)", at: property.name)
            }
            let labels = tokens.arguments(wrapper.arguments).map(\.label)
            let isTyped =
                property.type != nil || property.value != nil || wrapper.generics != nil || labels.contains("default")
                || labels.contains("wrappedValue")
            return isTyped ? nil : missingType(of: property)
        }
    }

    /// Advice about a property whose type the compiler can't infer.
    func missingType(of property: Property) -> MacroDiagnostic {
        error(
            "the container chooses by type: write the type of '\(subject.spelling(property.name))' after its name",
            at: property.name
        ).asAdvice
    }

    /// The attribute of a constant that asks for the same as a wrapper; nil if the constant needs none.
    private func injected(insteadOf wrapper: DeclarationPrefix.Attribute, _ property: Property) -> String? {
        let isSetting = wrapper.name == "Value"
        var parts = tokens.arguments(wrapper.arguments).compactMap { argument -> String? in
            let text = subject.source(argument.value)
            return switch argument.label {
            case nil: isSetting ? "setting: \(text)" : text
            case "default", "wrappedValue": "default: \(text)"
            default: nil
            }
        }
        if isSetting, let value = property.value { parts.append("default: \(subject.source(value))") }
        return parts.isEmpty ? nil : "@Injected(\(parts.joined(separator: ", ")))"
    }

    // MARK: Variables and sharing

    /// True if the annotation makes the class `@unchecked Sendable` after its own checks.
    private var isChecked: Bool { subject.isReferenceType && !subject.isIsolated && !subject.statesSendable }

    /// Variables that threads would share, and variables that get no value.
    private func variableMistakes() -> [MacroDiagnostic] {
        subject.properties.compactMap { property in
            guard !property.isLet, property.wrapper == nil, property.isStored else { return nil }
            let spelling = subject.spelling(property.name)
            let isEmpty = lacksValue(property)
            let message: String
            if isChecked, property.isShared {
                let remedy = isEmpty ? "which the container passes" : "with a Mutex or an Atomic if it changes"
                message =
                    "threads would share the variable '\(spelling)' without protection: make it a 'let', \(remedy); or write "
                    + "'@unchecked Sendable' if '\(name)' protects it, or '@MainActor' if the main actor does"
            } else if isEmpty {
                message =
                    "nothing gives '\(spelling)' a value: make it a 'let', which the container passes, or give it one"
            } else {
                return nil
            }
            let access: Set = ["public", "internal", "package", "private", "fileprivate"]
            let canBeLet =
                !property.sharesKeyword && !property.isObserved && property.prefix.attributes.isEmpty
                && property.prefix.modifiers.allSatisfy(access.contains)
            let mistake = error(message, at: property.name)
            return canBeLet ? mistake.fixed("make it a 'let'", tokens[property.keyword].range, "let", place) : mistake
        }
    }

    /// True if only an initializer could give the variable a value, and the type declares none.
    func lacksValue(_ property: Property) -> Bool {
        let last = property.type.map { tokens[$0.upperBound - 1].text } ?? ""
        return !property.isLet && property.isStored && property.value == nil && !["?", "!"].contains(last)
            && property.prefix.attributes.isEmpty && !property.prefix.has("lazy") && subject.initializers.isEmpty
    }

    /// What `@unchecked Sendable` would vouch for without a proof.
    private func sharingMistakes() -> [MacroDiagnostic] {
        guard isChecked else { return [] }
        // The compiler's own attributes begin with small letters.
        let attributes = subject.prefix.attributes.filter {
            $0.name.first?.isUppercase == true && $0.name != "Component"
        }
        var mistakes = (attributes.map(\.tokens) + subject.macros.map { $0..<$0 + 1 }).map { range in
            error(
                "@Component can't see what \(subject.source(range)) adds: write '@unchecked Sendable' after '\(name)' if it "
                    + "is safe to share", at: range)
        }
        let protocols: Set = ["AnyObject", "IOCComponent", "IOC.IOCComponent"]
        let mayHaveSuperclass = !subject.inherited.allSatisfy(protocols.contains)
        if !subject.isFinal, mayHaveSuperclass, lacking.contains("_AnnotatedComponent") {
            mistakes.append(
                error(
                    "'\(name)' may have a superclass and subclasses, so it has to state that it is safe to share: make it "
                        + "'final', or write '@unchecked Sendable' after '\(subject.inherited.joined(separator: ", "))'",
                    at: subject.name))
        }
        return mistakes
    }
}
