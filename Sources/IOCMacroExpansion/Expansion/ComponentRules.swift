/// The rules of `@Component`. Each mistake is reported at its own token, with a remedy.
struct ComponentRules: DeclarationRules {
    let component: AnnotatedType
    var mistakes: [MacroDiagnostic] = []
    /// True if an extension can make the type conform.
    private(set) var canConform = true

    init(_ component: AnnotatedType) { self.component = component }

    var declaration: TypeDeclaration { component.declaration }
    var syntax: Syntax { declaration.syntax }
    var name: String { declaration.name.text }
    var properties: [Property] { declaration.members.properties }

    /// Reports all mistakes.
    mutating func check() {
        checkType()
        canConform = mistakes.isEmpty
        checkConditions()
        guard mistakes.isEmpty else { return }
        checkTraits(of: component.annotation, name, areDeclared: declaration.declaresTraits)
        for property in properties { checkWrapper(property) }
        checkInitializer()
        for property in properties { checkVariable(property) }
        checkHooks()
        if declaration.isChecked { checkSharing() }
    }

    // MARK: The type

    private mutating func checkType() {
        let (keyword, around) = (declaration.keyword.text, component.around)
        if !["class", "actor", "struct", "enum"].contains(keyword) {
            report(
                "@Component is for classes, actors, structs and enums; '\(name)' is of another kind: \(keyword)",
                at: declaration.keyword)
        } else if declaration.isGeneric || around.contains(where: \.isGeneric) {
            let remedy =
                keyword == "class"
                ? "put @Component on a subclass that fixes the types, as in 'final class Users: Store<User> {}'"
                : "define it in an assembly, as in 'let users = Define<Store<User>>(…)'"
            let reason = declaration.isGeneric ? "is generic" : "is nested in a generic type"
            report(
                "the container can't choose the types for '\(name)', which \(reason): \(remedy)", at: declaration.name)
        } else if !around.isEmpty, declaration.prefix.has("private") {
            // An extension can't name a type that is private to another type.
            report(
                "'\(name)' is private to the type around it: make it 'fileprivate' for @Component", at: declaration.name
            )
        }
    }

    /// Reports the first part inside `#if` that the macro would have to read.
    private mutating func checkConditions() {
        let attribute = declaration.prefix.attributes.first {
            $0.isConditional && ["available", "MainActor"].contains($0.name)
        }
        let member =
            properties.first { $0.prefix.isConditional && $0.isStored }?.name
            ?? declaration.members.initializers.first(where: \.prefix.isConditional)?.keyword
        guard let tokens = attribute?.tokens ?? member.map({ [$0] }) else { return }
        report(
            "@Component can't know whether '#if' includes '\(component.text(tokens))': write it without a condition, or put "
                + "the whole \(declaration.keyword.text) into '#if' and '#else'", at: tokens)
    }

    // MARK: Properties

    private mutating func checkWrapper(_ property: Property) {
        guard let wrapper = property.wrapper, property.isStored else { return }
        let spelling = property.name.spelling
        let injected = wrapper.name == "Value" ? "'@Injected(setting: \"…\", default: …)'" : "'@Injected(\"…\")'"
        let remedy = wrapper.arguments == nil ? "leave it out" : "write \(injected) instead"
        let hasDefault = wrapper.arguments?.contains { ["default", "wrappedValue"].contains($0.label) } ?? false
        if property.isLet {
            report(
                "'@\(wrapper.name)' is for variables: \(remedy), and the container passes '\(spelling)' when it creates "
                    + "'\(name)'", at: wrapper.tokens, severity: "warning")
        } else if !declaration.isReferenceType {
            report(
                "a \(declaration.keyword.text) is copied, so '@\(wrapper.name)' can't fill '\(spelling)' later: make it a "
                    + "'let', and \(remedy)", at: wrapper.tokens)
        } else if property.type == nil, property.value == nil, !wrapper.hasGenerics, !hasDefault {
            adviseType(of: property)
        }
    }

    mutating func adviseType(of property: Property) {
        let message = "the container chooses by type: write the type of '\(property.name.spelling)' after its name"
        report(message, at: property.name, severity: "warning")
    }

    /// Reports a variable that threads would share, or that has no value.
    private mutating func checkVariable(_ property: Property) {
        guard !property.isLet, property.wrapper == nil, property.isStored else { return }
        let spelling = property.name.spelling
        let isEmpty = lacksValue(property)
        if declaration.isChecked, property.isShared {
            let remedy = isEmpty ? "which the container passes" : "with a Mutex or an Atomic if it changes"
            report(
                "threads would share the variable '\(spelling)' without protection: make it a 'let', \(remedy); or write "
                    + "'@unchecked Sendable' if '\(name)' protects it, or '@MainActor' if the main actor does",
                at: property.name)
        } else if isEmpty {
            report(
                "nothing gives '\(spelling)' a value: make it a 'let', which the container passes, or give it one",
                at: property.name)
        }
    }

    /// Reports hooks that the container would never call.
    private mutating func checkHooks() {
        for hook in declaration.members.functions
        where hook.isAsync && ["didInject", "willInject"].contains(hook.name.text) {
            report(
                "the container calls '\(hook.name.text)()' without waiting, so it never calls an 'async' one: make it "
                    + "synchronous, or conform to 'Startable' and wait in 'start()'", at: hook.name)
        }
    }

    /// Returns true if only an initializer could give the variable a value, and the type declares no initializer.
    func lacksValue(_ property: Property) -> Bool {
        !property.isLet && property.isStored && property.value == nil
            && !["?", "!"].contains(property.type?.last?.text)
            && property.prefix.attributes.isEmpty && !property.prefix.has("lazy")
            && declaration.members.initializers.isEmpty
    }

    /// Reports parts that `@unchecked Sendable` would cover without a proof.
    private mutating func checkSharing() {
        // Attributes that begin with a capital may be macros that add members. The compiler's own begin with small
        // letters.
        let attributes = declaration.prefix.attributes.filter {
            $0.name.first?.isUppercase ?? false && $0.name != "Component"
        }
        for tokens in attributes.map(\.tokens) + declaration.members.macros.map({ [$0] }) {
            report(
                "@Component can't see what \(component.text(tokens)) adds: write '@unchecked Sendable' after '\(name)' if it "
                    + "is safe to share", at: tokens)
        }
        if !declaration.isFinal, declaration.possibleSuperclass != nil, !component.isSubclass {
            let inherited = declaration.inherited.map(component.text).joined(separator: ", ")
            report(
                "'\(name)' may have a superclass and subclasses, so it has to state that it is safe to share: make it "
                    + "'final', or write '@unchecked Sendable' after '\(inherited)'", at: declaration.name)
        }
    }
}
