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

    private(set) var mistakes: [MacroDiagnostic] = []
    /// True if an extension can make the type conform.
    private(set) var canConform = true

    var tokens: [Token] { subject.tokens }
    var name: String { subject.nameText }

    /// Reports all mistakes.
    mutating func check() {
        checkType()
        canConform = mistakes.isEmpty
        checkConditions()
        guard mistakes.isEmpty else { return }
        checkTraits()
        for property in subject.properties { checkWrapper(property) }
        checkInitializer()
        for property in subject.properties { checkVariable(property) }
        if isChecked { checkSharing() }
    }

    mutating func report(_ message: String, at range: Range<Int>, fix: MacroDiagnostic.FixIt? = nil) {
        mistakes.append(place.error(message, at: tokens.bytes(range), fix: fix))
    }

    mutating func report(_ message: String, at token: Int, fix: MacroDiagnostic.FixIt? = nil) {
        report(message, at: token..<token + 1, fix: fix)
    }

    /// Adds a warning beside an error of the compiler's at the same declaration.
    mutating func advise(_ message: String, at range: Range<Int>) {
        report(message, at: range)
        mistakes[mistakes.count - 1].severity = "warning"
    }

    /// A correction that inserts a text before a token.
    func insert(_ text: String, before token: Int) -> MacroDiagnostic.FixIt {
        let start = tokens[token].range.lowerBound
        return place.fix("insert '\(text)'", start..<start, text + " ")
    }

    // MARK: The type

    private mutating func checkType() {
        if !subject.hasInstances {
            report(
                "@Component is for classes, actors, structs and enums; '\(name)' is of another kind: \(subject.keywordText)",
                at: subject.keyword)
        } else if subject.generics != nil || around.contains(where: { $0.generics != nil }) {
            let remedy =
                subject.keywordText == "class"
                ? "put @Component on a subclass that fixes the types, as in 'final class Users: Store<User> {}'"
                : "define it in an assembly, as in 'let users = Define<Store<User>>(…)'"
            let reason = subject.generics == nil ? "is nested in a generic type" : "is generic"
            report("the container can't choose the types for '\(name)', which \(reason): \(remedy)", at: subject.name)
        } else if !around.isEmpty, let word = (0..<subject.keyword).last(where: { tokens[$0].isWord("private") }) {
            // An extension can't name such a type.
            report("'\(name)' is private to the type around it: make it 'fileprivate' for @Component", at: word)
        }
    }

    /// Reports the first part under `#if` that the macro would have to read.
    private mutating func checkConditions() {
        let attribute = subject.prefix.attributes.first {
            $0.isConditional && ["available", "MainActor"].contains($0.name)
        }
        let member =
            subject.properties.first { $0.isConditional && $0.isStored }?.name
            ?? subject.initializers.first(where: \.isConditional)?.keyword
        guard let range = attribute?.tokens ?? member.map({ $0..<$0 + 1 }) else { return }
        report(
            "@Component can't know whether '#if' includes '\(subject.source(range))': write it without a condition, or put the "
                + "whole \(subject.keywordText) into '#if' and '#else'", at: range)
    }

    private mutating func checkTraits() {
        let single = ["named": "a name", "scope": "a scope", "order": "an order", "retry": "a retry"]
        var seen: [String: String] = [:]
        for argument in annotation.arguments {
            let first = seen.updateValue(argument.text, forKey: argument.trait)
            var message: String?
            if subject.declaresTraits {
                message = "'\(name)' declares 'traits' itself: write this trait there"
            } else if let first, let kind = single[argument.trait] {
                message = "'\(name)' has \(kind) already: \(first); leave one of the two out"
            }
            if let message { mistakes.append(annotation.place.error(message, at: argument.range)) }
        }
    }

    // MARK: Properties

    private mutating func checkWrapper(_ property: Property) {
        guard let wrapper = property.wrapper, property.isStored else { return }
        let spelling = subject.spelling(property.name)
        let injected = wrapper.name == "Value" ? "'@Injected(setting: \"…\", default: …)'" : "'@Injected(\"…\")'"
        let remedy = wrapper.arguments == nil ? "leave it out" : "write \(injected) instead"
        if property.isLet {
            advise(
                "'@\(wrapper.name)' is for variables: \(remedy), and the container passes '\(spelling)' when it creates "
                    + "'\(name)'", at: wrapper.tokens)
        } else if !subject.isReferenceType {
            report(
                "a \(subject.keywordText) is copied, so '@\(wrapper.name)' can't fill '\(spelling)' later: make it a 'let', and "
                    + remedy, at: wrapper.tokens)
        } else if property.type == nil, property.value == nil, wrapper.generics == nil,
            !tokens.arguments(wrapper.arguments).contains(where: { ["default", "wrappedValue"].contains($0.label) })
        {
            adviseType(of: property)
        }
    }

    mutating func adviseType(of property: Property) {
        let message =
            "the container chooses by type: write the type of '\(subject.spelling(property.name))' after its name"
        advise(message, at: property.name..<property.name + 1)
    }

    /// True if the annotation makes the class `@unchecked Sendable` after its own checks.
    private var isChecked: Bool { subject.isReferenceType && !subject.isIsolated && !subject.statesSendable }

    /// Reports a variable that threads would share, or that gets no value.
    private mutating func checkVariable(_ property: Property) {
        guard !property.isLet, property.wrapper == nil, property.isStored else { return }
        let spelling = subject.spelling(property.name)
        let isEmpty = lacksValue(property)
        var fix: MacroDiagnostic.FixIt?
        let access: Set = ["public", "internal", "package", "private", "fileprivate"]
        if property.prefix.attributes.isEmpty, property.prefix.modifiers.allSatisfy(access.contains) {
            fix = place.fix("make it a 'let'", tokens[property.keyword].range, "let")
        }
        if isChecked, property.isShared {
            let remedy = isEmpty ? "which the container passes" : "with a Mutex or an Atomic if it changes"
            report(
                "threads would share the variable '\(spelling)' without protection: make it a 'let', \(remedy); or write "
                    + "'@unchecked Sendable' if '\(name)' protects it, or '@MainActor' if the main actor does",
                at: property.name, fix: fix)
        } else if isEmpty {
            report(
                "nothing gives '\(spelling)' a value: make it a 'let', which the container passes, or give it one",
                at: property.name, fix: fix)
        }
    }

    /// True if only an initializer could give the variable a value, and the type declares none.
    func lacksValue(_ property: Property) -> Bool {
        let last = property.type.map { tokens[$0.upperBound - 1].text } ?? ""
        return !property.isLet && property.isStored && property.value == nil && !["?", "!"].contains(last)
            && property.prefix.attributes.isEmpty && !property.prefix.has("lazy") && subject.initializers.isEmpty
    }

    /// Reports what `@unchecked Sendable` would vouch for without a proof.
    private mutating func checkSharing() {
        // The compiler's own attributes begin with small letters.
        let attributes = subject.prefix.attributes.filter {
            $0.name.first?.isUppercase ?? false && $0.name != "Component"
        }
        for range in attributes.map(\.tokens) + subject.macros.map({ $0..<$0 + 1 }) {
            report(
                "@Component can't see what \(subject.source(range)) adds: write '@unchecked Sendable' after '\(name)' if it "
                    + "is safe to share", at: range)
        }
        if !subject.isFinal, !subject.unknownInherited.isEmpty, lacking.contains("_AnnotatedComponent") {
            report(
                "'\(name)' may have a superclass and subclasses, so it has to state that it is safe to share: make it "
                    + "'final', or write '@unchecked Sendable' after '\(subject.inherited.joined(separator: ", "))'",
                at: subject.name)
        }
    }
}
