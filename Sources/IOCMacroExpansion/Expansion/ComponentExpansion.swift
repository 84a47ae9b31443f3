/// The expansion of `@Component`, or the mistakes in the declaration.
///
/// The compiler requests two expansions. The `member` role adds members and reports every mistake. The `extension` role
/// adds the conformances. A declaration with mistakes gets placeholders, so that the compiler doesn't report errors
/// that follow from the mistakes.
struct ComponentExpansion {
    private(set) var source = ""
    private(set) var diagnostics: [MacroDiagnostic] = []
    private let component: AnnotatedType

    private var declaration: TypeDeclaration { component.declaration }
    private var lacking: Set<String> { component.lacking }

    /// Expands one use of the macro in one role; nil if the declaration can't be read.
    init?(_ use: MacroUse) {
        guard let component = AnnotatedType(use) else { return nil }
        self.component = component
        var rules = ComponentRules(component)
        rules.check()
        let mistakes = rules.mistakes
        switch use.macroRole {
        case "member":
            diagnostics = mistakes
            guard rules.canConform else { return }
            source = (mistakes.isEmpty ? members : placeholders).joined(separator: "\n")
        case "extension":
            // For an enumeration without conformances, the compiler requests no members, so the mistakes are reported
            // here.
            if !rules.canConform, declaration.keyword.isA("enum") { diagnostics = mistakes }
            guard rules.canConform, let type = use.extendedTypeSyntax else { return }
            source = conformances(of: type.text(of: Lexer.tokens(of: type.source)[...]), hasMistakes: !mistakes.isEmpty)
        default: diagnostics = [.unreadable(use.attributeSyntax)]
        }
    }

    // MARK: Members

    private var members: [String] {
        let hasOwnConstructor =
            component.needsConstructor && (lacking.contains("ConstructedComponent") || !component.isPlain)
        return [traits].compactMap(\.self) + (hasOwnConstructor ? component.constructorMembers : [])
            + [component.injectionPoints, component.sendableProof].compactMap(\.self)
    }

    private var placeholders: [String] {
        var members = lacking.contains("ConstructedComponent") ? ["\(component.constructorHead) { fatalError() }"] : []
        // Without this initializer, the compiler reports that a class with such a property has no initializers.
        let hasEmptyProperty = declaration.members.properties.contains { $0.isStored && $0.value == nil }
        if declaration.isReferenceType, declaration.members.initializers.isEmpty, hasEmptyProperty {
            members.append("init(_placeholder: Never) {}")
        }
        return members
    }

    /// The `traits` that the annotation declares.
    ///
    /// A class that can have subclasses declares them even if the annotation has no arguments, so that subclasses can
    /// override them. But a type that inherits its conformance then keeps the inherited traits.
    private var traits: String? {
        let isFirst = lacking.contains("IOCComponent") && lacking.contains("ConstructedComponent")
        guard !component.traits.isEmpty || (isFirst && !declaration.isFinal), !declaration.declaresTraits else {
            return nil
        }
        return """
            \(component.head("traits", "[IOC.ComponentTrait]", isOverride: component.isSubclass)) {
                [\(component.annotation.traitList)]
            }
            """
    }

    // MARK: Conformances

    /// The extensions that make the type conform.
    ///
    /// The compiler (6.3) rejects a subclass's annotation if the superclass's annotation announced a protocol to which
    /// the superclass does not conform. So a class that can have subclasses conforms to `ConstructedComponent` and to
    /// `IOCComponent`. If it has no `init()`, its conformance to `IOCComponent` is unavailable.
    private func conformances(of name: String, hasMistakes: Bool) -> String {
        let isPlain = component.hasVisibleInit && !hasMistakes
        var protocols = isPlain ? ["IOCComponent"] : []
        if hasMistakes || component.needsConstructor { protocols.append("ConstructedComponent") }
        protocols = (protocols + ["_AnnotatedComponent"]).filter(lacking.contains).map { "IOC.\($0)" }
        if declaration.isChecked {
            protocols.append("@unchecked Sendable")
        } else if lacking.contains("Sendable"), !declaration.isReferenceType || declaration.isIsolated {
            // The annotation announces `Sendable`, so the compiler no longer derives it for an actor or a value.
            protocols.append("Sendable")
        }
        var extensions = protocols.isEmpty ? [] : ["extension \(name): \(protocols.joined(separator: ", ")) {}"]
        if isPlain, declaration.members.initializers.isEmpty, !declaration.inherited.isEmpty,
            lacking.contains("IOCComponent")
        {
            extensions[0] += "  // If this fails, the superclass has no 'init()': declare an initializer in the class."
        }
        if !declaration.isFinal, !isPlain, lacking.contains("IOCComponent") {
            extensions.append("@available(*, unavailable)\nextension \(name): IOC.IOCComponent {}")
        }
        let availability = declaration.syntax.availability(declaration.prefix)
        return extensions.map { declaration.syntax.placed(availability + $0, at: declaration.name) }
            .joined(separator: "\n")
    }
}
