/// A function in which the compiler proves that what a class stores and inherits is `Sendable`. Nothing calls it.
///
/// A wrapped property has to have a `Sendable` value. Nothing is proved for a class that states `Sendable` itself, for what
/// an actor protects, and for a structure, which the compiler checks.
struct SendableProof {
    let subject: TypeDeclaration
    /// True if the annotation of a superclass has proved what it stores.
    let isSubclass: Bool

    var member: String? {
        guard !subject.isIsolated, !subject.statesSendable, subject.isReferenceType else { return nil }
        let stored = subject.properties.filter(\.isShared).map { property in
            "    isSendable(self.\(subject.spelling(property.name)))  // If this fails, \(remedy(property)).\n"
        }
        let inherited = isSubclass ? [] : subject.unknownInherited.enumerated().map(inheritance)
        guard !(stored + inherited).isEmpty else { return nil }
        let isSendable = "    func isSendable<Stored: Sendable & ~Copyable>(_: borrowing Stored) {}\n"
        let name = "provesSendable\(subject.nameText)"
        return """
            private func \(subject.tokens[subject.name].isQuoted ? "`\(name)`" : name)() {
            \((stored.isEmpty ? [] : [isSendable]).joined())\((stored + inherited).joined())}
            """
    }

    /// The proof for an inherited type. The annotation doesn't know whether it is a class, so overloads decide.
    private func inheritance(_ index: Int, _ type: String) -> String {
        """
            func inherited\(index)<Inherited: \(type)>(_ other: Inherited) {
                let common = IOC._commonSuperclass(self, other)
                let _: Bool = common  // If this fails, \(type) is not Sendable: write '@unchecked Sendable' after it.
            }

        """
    }

    /// The compiler shows the line of the failed proof, so its comment says what to do.
    private func remedy(_ property: Property) -> String {
        guard let type = property.type, let any = type.first(where: { subject.tokens[$0].isWord("any") }),
            any + 1 < type.upperBound, subject.tokens[any + 1].kind == .word
        else { return "its type lacks @Component, or is not Sendable for another reason" }
        return "write 'protocol \(subject.tokens[any + 1].text): Sendable'"
    }
}
