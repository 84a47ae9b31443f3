/// The expansion of `@Component`, or the mistakes in the declaration.
///
/// The compiler asks twice. The `member` role adds members and reports every mistake; the `extension` role adds the
/// conformances. A declaration with mistakes gets placeholders, so that the compiler reports no consequences of them.
struct ComponentExpansion {
    private(set) var source = ""
    private(set) var diagnostics: [MacroDiagnostic] = []
    private let subject: TypeDeclaration
    private let annotation: Annotation
    private let choice: InitializerChoice
    /// The macro's protocols that the type does not inherit.
    private let lacking: Set<String>
    private let place: DiagnosticPlace
    /// The access level of the type, or of the extension around it, if it is more than internal.
    private let access: String?

    /// Expands one use of the macro in one role; nil if the declaration can't be read.
    init?(_ use: MacroUse) {
        guard let subject = TypeDeclaration(use.declSyntax.source) else { return nil }
        self.subject = subject
        let around = (use.lexicalContext ?? []).compactMap { TypeDeclaration($0.source) }
        annotation = Annotation(use.attributeSyntax)
        choice = InitializerChoice(subject)
        place = DiagnosticPlace(use.declSyntax)
        access =
            subject.prefix.access ?? around.first.flatMap { $0.keywordText == "extension" ? $0.prefix.access : nil }
        let inherited = use.conformanceListSyntax.flatMap { TypeDeclaration($0.source) }?.inherited ?? []
        lacking = Set(inherited.map { $0.split(separator: ".").last.map(String.init) ?? $0 })
        var rules = ComponentRules(
            subject: subject, annotation: annotation, choice: choice, place: place, lacking: lacking, around: around)
        rules.check()
        let mistakes = rules.mistakes
        switch use.macroRole {
        case "member":
            diagnostics = mistakes
            guard rules.canConform else { return }
            source = (mistakes.isEmpty ? members : placeholders).joined(separator: "\n")
        case "extension":
            // The compiler does not ask for the members of an enumeration without conformances.
            if !rules.canConform, subject.keywordText == "enum" { diagnostics = mistakes }
            guard rules.canConform, let name = use.extendedTypeSyntax?.source.trimmed else { return }
            source = conformances(of: name, hasMistakes: !mistakes.isEmpty)
        default: diagnostics = [.unknownCompiler(use.attributeSyntax)]
        }
    }

    private var isSubclass: Bool { !lacking.contains("_AnnotatedComponent") }

    private var constructorText: ConstructorText {
        ConstructorText(
            subject: subject, place: place, access: access, isOverride: !lacking.contains("ConstructedComponent"))
    }

    // MARK: Members

    private var members: [String] {
        var members: [String] = []
        if let traits { members.append(traits) }
        if choice.needsConstructor(subject), lacking.contains("ConstructedComponent") || !choice.isInherited {
            members += constructorText.members(choice)
        }
        let points = InjectionPoints(subject: subject, place: place)
        if let points = points.member(isSubclass: isSubclass, access: access) { members.append(points) }
        if let proof = SendableProof(subject: subject, isSubclass: isSubclass).member { members.append(proof) }
        return members
    }

    private var placeholders: [String] {
        var members = lacking.contains("ConstructedComponent") ? [constructorText.placeholder] : []
        // Without it, the compiler reports that a class with such a property has no initializers.
        let hasEmptyProperty = subject.properties.contains { $0.isStored && $0.value == nil }
        if subject.isReferenceType, subject.initializers.isEmpty, hasEmptyProperty {
            members.append("init(_placeholder: Never) {}")
        }
        return members
    }

    /// The `traits` that the annotation declares.
    ///
    /// A class that can have subclasses declares them even without arguments, so that subclasses can override them. A type
    /// that inherits its conformance keeps the inherited traits if the annotation has no arguments.
    private var traits: String? {
        let isFirst = lacking.contains("IOCComponent") && lacking.contains("ConstructedComponent")
        guard !annotation.arguments.isEmpty || (isFirst && !subject.isFinal), !subject.declaresTraits else {
            return nil
        }
        let word = isSubclass ? "override class" : subject.isFinal ? "static" : "class"
        // The compiler reports a scope at the annotation. It would report it again in the expansion.
        let scopes: Set = [".prototype", ".weakSingleton", ".objectGraph", ".request"]
        // `named` records the place of the name, which a literal can't.
        let list = annotation.arguments.filter { !scopes.contains($0.text) }.map {
            $0.text.hasPrefix("\"") ? ".named(\($0.text))" : $0.text
        }
        return """
            \(access.map { $0 + " " } ?? "")nonisolated \(word) var traits: [IOC.ComponentTrait] {
                [\(list.joined(separator: ", "))]
            }
            """
    }

    // MARK: Conformances

    /// The extensions that make the type conform.
    ///
    /// The compiler (6.3) rejects a subclass's annotation if the superclass's annotation announced a protocol to which the
    /// superclass does not conform. So a class that can have subclasses conforms to both protocols: it always has a
    /// `constructor`, and its conformance to `IOCComponent` is unavailable if it has no `init()`.
    private func conformances(of name: String, hasMistakes: Bool) -> String {
        let isPlain = choice.isPlain(subject) && !hasMistakes
        var protocols: [String] = []
        if isPlain { protocols.append("IOCComponent") }
        if hasMistakes || choice.needsConstructor(subject) { protocols.append("ConstructedComponent") }
        protocols = (protocols + ["_AnnotatedComponent"]).filter(lacking.contains).map { "IOC.\($0)" }
        if subject.isReferenceType && !subject.isIsolated {
            if !subject.statesSendable { protocols.append("@unchecked Sendable") }
        } else if lacking.contains("Sendable") {
            // The announced conformance replaces the one that the compiler would derive for an actor or a value.
            protocols.append("Sendable")
        }
        var extensions = protocols.isEmpty ? [] : ["extension \(name): \(protocols.joined(separator: ", ")) {}"]
        if isPlain, subject.initializers.isEmpty, !subject.inherited.isEmpty, lacking.contains("IOCComponent") {
            extensions[0] += "  // If this fails, the superclass has no 'init()': declare an initializer in the class."
        }
        if !subject.isFinal, !isPlain, lacking.contains("IOCComponent") {
            extensions.append("@available(*, unavailable)\nextension \(name): IOC.IOCComponent {}")
        }
        let availability = subject.prefix.attributes.filter { $0.name == "available" }
            .map { subject.source($0.tokens) + "\n" }.joined()
        return extensions.map { availability + $0 }.joined(separator: "\n")
    }
}
