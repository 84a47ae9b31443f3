/// The rules of `@Component` for a class, each fault at its own token with its remedy.
struct ComponentRules {
    let subject: ClassText
    let annotation: Annotation
    let place: DiagnosticPlace
    let initializers: InitializerRules
    let isNested: Bool
    let isNestedInGeneric: Bool

    private var tokens: [Token] { subject.tokens }
    private var name: String { subject.nameText }

    /// The reason why the class can't be a component at all.
    func obstacles() -> [MacroDiagnostic] {
        guard subject.hasInstances else { return [kindFault()] }
        return [genericFault(), privateFault()].compactMap(\.self) + valueFaults() + initializers.faults()
    }

    /// The further faults of a class that can be a component.
    func faults() -> [MacroDiagnostic] {
        guard subject.isReferenceType else { return traitFaults() }
        let faults = traitFaults() + wrapperFaults()
        return subject.isIsolated || subject.saysSendable ? faults : faults + storageFaults() + unseenFaults()
    }

    // MARK: The class

    private func kindFault() -> MacroDiagnostic {
        let keyword = tokens[subject.keyword]
        return place.error(
            "@Component needs a type with instances: a class, an actor, a struct or an enum; '\(name)' is "
                + "\(keyword.text == "extension" ? "an" : "a") \(keyword.text)", at: keyword.range)
    }

    private func genericFault() -> MacroDiagnostic? {
        guard subject.generics != nil || isNestedInGeneric else { return nil }
        let reason = subject.generics == nil ? "stands in a generic type" : "is generic"
        let remedy =
            subject.keywordText == "class"
            ? "put @Component on a subclass that fixes them, as in 'final class Users: Store<User> {}'"
            : "define it in an assembly, as in 'let users = Define<Store<User>>(…)'"
        return place.error(
            "the container can't choose the types for '\(name)', which \(reason): \(remedy)",
            at: tokens[subject.generics ?? subject.name].range)
    }

    /// No extension can name what is private to the type around it.
    private func privateFault() -> MacroDiagnostic? {
        guard isNested, let word = tokens[..<subject.keyword].last(where: { $0.isWord("private") })?.range else {
            return nil
        }
        return place.error(
            "@Component can't reach '\(name)', which is private to the type around it: make it 'fileprivate', or "
                + "write 'IOCComponent' after its name",
            at: word, fix: place.fix("make it 'fileprivate'", word, "fileprivate"))
    }

    // MARK: The annotation

    private func traitFaults() -> [MacroDiagnostic] {
        var faults: [MacroDiagnostic] = []
        var said: [String: Annotation.Argument] = [:]
        for argument in annotation.arguments {
            guard let kind = TraitWord.row(argument.trait)?.single else { continue }
            if let first = said.updateValue(argument, forKey: argument.trait) {
                faults.append(
                    annotation.place.error(
                        "'\(name)' has \(kind) already: \(first.text); leave one of the two out", at: argument.range))
            }
        }
        for argument in annotation.arguments {
            guard let blank = argument.blanks.first, let text = TraitWord.row(argument.trait)?.text else { continue }
            faults.append(
                annotation.place.error(
                    "\(text.before) '\(name)'\(text.after) is empty: write one, as in "
                        + (argument.trait == "named" ? "@Component(\"stripe\")" : ".\(argument.trait)(\"test\")")
                        + ", or leave \(argument.text) out",
                    at: blank))
        }
        if subject.declaresTraits, let first = annotation.arguments.first {
            faults.append(
                annotation.place.error(
                    "'\(name)' declares 'traits' itself: say them there or here, not in both", at: first.range))
        }
        return faults
    }

    /// Words that nearly are a trait of the container's. The compiler refuses what is none, but not where it was written; one of
    /// the program's own is told apart by its type's name.
    func doubts() -> [MacroDiagnostic] {
        let known = TraitWord.all.map(\.word)
        return annotation.arguments.compactMap { argument in
            let trait = argument.trait
            guard argument.text.hasPrefix("."), !known.contains(trait), trait.utf8.count > 3,
                let meant = known.first(where: { Self.isSlip(Array(trait.lowercased()), Array($0.lowercased())) })
            else { return nil }
            let word = argument.range.lowerBound + 1..<argument.range.lowerBound + 1 + trait.utf8.count
            var doubt = annotation.place.error(
                "did you mean '.\(meant)'? One of your own is written 'ComponentTrait.\(trait)'", at: word,
                fix: annotation.place.fix("replace it by '\(meant)'", word, meant))
            doubt.severity = "warning"
            return doubt
        }
    }

    /// Returns true if one letter too many, too few, another or two exchanged lie between two words.
    private static func isSlip(_ left: [Character], _ right: [Character]) -> Bool {
        let start = zip(left, right).prefix { $0 == $1 }.count
        let (one, other) = (Array(left[start...]), Array(right[start...]))
        return one.dropFirst() == other.dropFirst() || one.dropFirst() == other[...] || one[...] == other.dropFirst()
            || (one.count > 1 && [one[1], one[0]] + one.dropFirst(2) == other)
    }

    // MARK: What it stores

    /// A value is copied before anybody could fill it.
    private func valueFaults() -> [MacroDiagnostic] {
        guard !subject.isReferenceType else { return [] }
        return subject.properties.filter(\.isWrapped).map { property in
            let wrapper = property.prefix.attribute("Autowired") ?? property.prefix.attribute("Value")
            return place.error(
                "a \(subject.keywordText) is copied, so nothing can be filled in later: make '\(property.spelling)' a 'let', "
                    + "which the container passes when it makes '\(name)'"
                    + (wrapper?.arguments == nil ? "" : ", with '@Injected(…)' before it"),
                at: tokens[property.name].range)
        }
    }

    private func wrapperFaults() -> [MacroDiagnostic] {
        subject.properties.filter { $0.isLet && $0.isWrapped }.map { property in
            let keyword = tokens[property.keyword].range
            return place.error(
                "a wrapper needs 'var', as it is filled after '\(name)' was made; without a wrapper it is "
                    + "'let \(property.spelling) = Autowired<…>()'",
                at: keyword, fix: place.fix("make it a 'var'", keyword, "var"))
        }
    }

    private func storageFaults() -> [MacroDiagnostic] {
        let access: Set = ["public", "internal", "package", "private", "fileprivate"]
        let variables = subject.properties.filter { $0.isShared && !$0.isLet && !$0.isWrapped && !$0.isConditional }
        return variables.map { property in
            let what = property.prefix.has("lazy") ? "a lazy variable" : "a variable"
            let canBeLet =
                !property.sharesKeyword && !property.isObserved && property.prefix.attributes.isEmpty
                && property.prefix.modifiers.allSatisfy(access.contains)
            let isEmpty = !property.hasValue && subject.initializers.isEmpty && property.prefix.attributes.isEmpty
            let purpose = isEmpty ? "which the container passes" : "with a Mutex or an Atomic where it changes"
            return place.error(
                "'\(property.spelling)' is \(what) that threads would share unguarded: make it a 'let', \(purpose), or say "
                    + "'@unchecked Sendable' where '\(name)' guards it itself, or '@MainActor' where the main actor does",
                at: tokens[property.name].range,
                fix: canBeLet ? place.fix("make it a 'let'", tokens[property.keyword].range, "let") : nil)
        }
    }

    // MARK: What other macros add

    private func unseenFaults() -> [MacroDiagnostic] {
        // Built-in attributes have small letters; a global actor's class says `Sendable` itself.
        let attributes = subject.prefix.attributes.filter {
            $0.name.first?.isUppercase == true && $0.name != "Component"
        }
        let macros = subject.members.compactMap { if case .macro(let token) = $0 { token } else { nil } }
        return (attributes.map { $0.tokens.lowerBound..<$0.tokens.upperBound } + macros.map { $0..<$0 + 1 }).map {
            place.error(
                "@Component can't see what \(subject.text.source(tokens, $0)) adds: say '@unchecked Sendable' on "
                    + "'\(name)' yourself if it is safe to share",
                at: tokens[$0.lowerBound].range.lowerBound..<tokens[$0.upperBound - 1].range.upperBound)
        }
    }
}
