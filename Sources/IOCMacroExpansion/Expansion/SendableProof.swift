/// A function in which the compiler proves that what a class stores can be shared; nobody calls it.
///
/// 1. A class that says `Sendable` itself is the compiler's to check, and its author's where it says `@unchecked`.
/// 2. What an actor guards needs no proof, and that of a value is the compiler's.
/// 3. Else each stored property must have a `Sendable` type: for a wrapped one, its value's.
/// 4. A superclass must be `Sendable`. Where the compiler calls the class itself not so, no superclass can be, and the
///    first name after the colon has to be a protocol's. No type can be below that and below ``_NoSuperclass``.
/// 5. Traits can't override those of a superclass that conforms by hand, so there must be no such superclass either.
struct SendableProof {
    private let subject: ClassText
    private let lacking: Set<String>
    private(set) var text = ""

    init(_ subject: ClassText, lacking: Set<String>, hasTraits: Bool) {
        self.subject = subject
        self.lacking = lacking
        let isVouched = subject.isIsolated || subject.saysSendable || !subject.isReferenceType
        let lines = superclass(hasTraits, isVouched) + (isVouched ? [] : properties())
        guard !lines.isEmpty else { return }
        text = """
            private func provesSendable\(subject.nameText)() {
                func isSendable<Stored: Sendable & ~Copyable>(_: borrowing Stored) {}
            \(lines.map { "    \($0)\n" }.joined())}
            """
    }

    private func superclass(_ hasTraits: Bool, _ isVouched: Bool) -> [String] {
        guard subject.keywordText == "class", let first = subject.inherited.first,
            !["IOCComponent", "IOC.IOCComponent", "NSObject", "AnyObject"].contains(first),
            lacking.contains("_AnnotatedComponent")
        else { return [] }
        let isNone = "func hasNoSuperclass<Super: \(first)>(_: Super) where Super: IOC._NoSuperclass {}"
        if hasTraits, !lacking.contains("IOCComponent") {
            return [
                "// If this fails, the superclass conforms by hand: annotate it too, so that there are traits.", isNone,
            ]
        }
        if isVouched { return [] }
        if lacking.contains("Sendable") {
            return [
                "// If this fails, the superclass is not Sendable: make it so, or say '@unchecked Sendable'.", isNone,
            ]
        }
        return [
            "// If this fails, the superclass is not Sendable; a protocol that is not stands behind one that is.",
            "func hasSendableSuperclass<Super: \(first)>(_ value: Super) { isSendable(value) }",
        ]
    }

    /// The reason why a property's proof fails: the compiler shows the line.
    private static let reason = "If this fails, its type lacks @Component, or is not Sendable otherwise."

    private func properties() -> [String] {
        let lines: [String] = subject.members.compactMap { member in
            switch member {
            case .directive(let text): return text
            case .property(let property) where property.isShared:
                if property.isLet || property.isWrapped {
                    return "isSendable(self.\(property.spelling))  // \(Self.reason)"
                }
                // Variables under a condition are left to this place, as only the compiler knows whether it holds.
                return property.isConditional
                    ? "#error(\"'\(property.spelling)' is a variable that threads would share unguarded\")" : nil
            default: return nil
            }
        }
        // Conditions with nothing between them say nothing.
        return lines.allSatisfy { $0.hasPrefix("#") && !$0.hasPrefix("#error") } ? [] : lines
    }
}
