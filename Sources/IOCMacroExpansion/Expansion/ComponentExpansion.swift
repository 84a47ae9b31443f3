/// The members that `@Component` adds to a class, or the faults of the class.
///
/// The compiler asks twice. The `member` role adds the traits and a function in which the compiler proves that everything
/// the class stores is `Sendable`, and reports every fault; the `extension` role adds the conformance.
struct ComponentExpansion {
    private(set) var source = ""
    private(set) var diagnostics: [MacroDiagnostic] = []

    init(_ use: MacroUse) {
        guard let subject = ClassText(use.declSyntax.source) else {
            diagnostics = [.unreadable(use.attributeSyntax)]
            return
        }
        let context = (use.lexicalContext ?? []).compactMap { ClassText($0.source) }
        let annotation = Annotation(use.attributeSyntax)
        let lacking = Self.lacking(use.conformanceListSyntax)
        let making = Making(subject)
        let place = DiagnosticPlace(use.declSyntax)
        let rules = ComponentRules(
            subject: subject, annotation: annotation, place: place,
            initializers: InitializerRules(subject: subject, making: making, place: place, lacking: lacking),
            isNested: !context.isEmpty, isNestedInGeneric: context.contains { $0.generics != nil })
        let obstacles = rules.obstacles()
        switch use.macroRole {
        case "member":
            diagnostics = obstacles + rules.faults()
            guard obstacles.isEmpty else { return }
            let around = context.first.flatMap { $0.keywordText == "extension" ? $0.prefix.access : nil }
            let access = subject.prefix.access ?? around
            let inherits = !lacking.contains("ConstructedComponent")
            var members: [String] = []
            if making.needsConstructor(subject), !(inherits && making.isInherited) {
                members = ConstructorText(subject, place: place, access: access, isOverride: inherits).members(making)
            }
            // The compiler would miss the constructor as well, but nothing else.
            if diagnostics.isEmpty {
                diagnostics = rules.doubts()
                members.insert(Self.traits(of: subject, annotation, lacking: lacking, access: access), at: 0)
                members.append(
                    PropertyLines(
                        of: subject, place: place, isSubclass: !lacking.contains("_AnnotatedComponent"), access: access
                    ).text)
                members.append(
                    SendableProof(subject, lacking: lacking, hasTraits: !annotation.arguments.isEmpty).text)
            }
            source = members.filter { !$0.isEmpty }.joined(separator: "\n")
        case "extension":
            // Nobody asks for an enum's members where it does not conform.
            if subject.keywordText == "enum" { diagnostics = obstacles }
            guard obstacles.isEmpty, let name = use.extendedTypeSyntax?.source.trimmed else { return }
            source = Self.conformance(of: subject, making, name: name, lacking: lacking)
        default: diagnostics = [.unknownCompiler(use.attributeSyntax)]
        }
    }

    /// The protocols of the macro's that the class lacks.
    private static func lacking(_ list: MacroUse.Syntax?) -> Set<String> {
        let inherited = list.flatMap { ClassText($0.source) }?.inherited ?? []
        return Set(inherited.map { $0.split(separator: ".").last.map(String.init) ?? $0 })
    }

    /// The `traits` that an annotation with arguments declares.
    ///
    /// 1. A class that can have subclasses declares them so that those can override them.
    /// 2. A class whose superclass is annotated overrides.
    /// 3. They are as visible as the class, which may owe that to the extension around it.
    /// 4. Without arguments, and where a protocol or a superclass brings the conformance, what is inherited stays.
    private static func traits(
        of subject: ClassText, _ annotation: Annotation, lacking: Set<String>, access: String?
    ) -> String {
        let isFirst = lacking.contains("IOCComponent") && lacking.contains("ConstructedComponent")
        let isSubclass = !lacking.contains("_AnnotatedComponent")
        guard !annotation.arguments.isEmpty || (isFirst && !subject.isFinal), !subject.declaresTraits else { return "" }
        let access = access.map { $0 + " " } ?? ""
        let word = isSubclass ? "override class" : subject.isFinal ? "static" : "class"
        // A literal can't remember where it is written.
        let list = annotation.arguments.map { $0.text.hasPrefix("\"") ? ".named(\($0.text))" : $0.text }
            .joined(separator: ", ")
        return "\(access)nonisolated \(word) var traits: [IOC.ComponentTrait] {\n    [\(list)]\n}"
    }

    /// The extensions that make the type conform.
    ///
    /// The compiler (6.3) stops at a subclass's annotation where the superclass's announced a protocol that it does not
    /// conform to. So a class that can have subclasses conforms to both: it has a `constructor` in any case, and where
    /// there is no `init()`, that conformance is unavailable.
    private static func conformance(
        of subject: ClassText, _ making: Making, name: String, lacking: Set<String>
    ) -> String {
        var ways: [String] = []
        if making.isPlain(subject) { ways.append("IOCComponent") }
        if making.needsConstructor(subject) { ways.append("ConstructedComponent") }
        var protocols = (ways + ["_AnnotatedComponent"]).filter(lacking.contains).map { "IOC.\($0)" }
        let isProved = subject.isIsolated || !subject.isReferenceType
        if !isProved, !subject.saysSendable { protocols.append("@unchecked Sendable") }
        // The macro's announcement takes the place of what the compiler would conclude of an actor or a value.
        if isProved, lacking.contains("Sendable") { protocols.append("Sendable") }
        var extensions = protocols.isEmpty ? [] : ["extension \(name): \(protocols.joined(separator: ", ")) {}"]
        if !subject.isFinal, !ways.contains("IOCComponent"), lacking.contains("IOCComponent") {
            extensions.append("@available(*, unavailable)\nextension \(name): IOC.IOCComponent {}")
        }
        return extensions.map { availability(of: subject) + $0 }.joined(separator: "\n")
    }

    /// The lines that say where a class is available, with the conditions under which they do.
    private static func availability(of subject: ClassText) -> String {
        let prefix = subject.prefix
        let said = prefix.attributes.filter { $0.name == "available" }
        var lines = said.filter { !$0.isConditional }.map { subject.text.source(subject.tokens, $0.tokens) }
        for condition in prefix.conditions where said.contains(where: { condition.contains($0.tokens.lowerBound) }) {
            var next = condition.lowerBound
            while next < condition.upperBound {
                let start = next
                if subject.tokens[start].isDirective {
                    next = subject.tokens.afterDirective(start, end: condition.upperBound)
                } else {
                    // Nothing else stands there.
                    guard let attribute = prefix.attributes.first(where: { $0.tokens.lowerBound == start }) else {
                        break
                    }
                    next = attribute.tokens.upperBound
                    if attribute.name != "available" { continue }
                }
                lines.append(subject.text.source(subject.tokens, start..<next))
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
