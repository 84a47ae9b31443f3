/// A function in which the compiler proves that the stored properties and the superclass of a class are `Sendable`. It
/// is never called.
///
/// The value of a wrapped property must be `Sendable`, too. An actor, a class of the main actor, a structure and a
/// class that states `Sendable` need no function, because the compiler checks them. A class that states `@unchecked
/// Sendable` isn't checked.
extension AnnotatedType {
    /// The function; nil if there is nothing to prove.
    var sendableProof: String? {
        guard declaration.isChecked else { return nil }
        var proofs = declaration.members.properties.filter(\.isShared).map { property in
            let proof = "    isSendable(self.\(property.name.spelling))  // If this fails, \(remedy(property))."
            return declaration.syntax.placed(proof, at: property.name)
        }
        if !proofs.isEmpty {
            proofs.insert("    func isSendable<Stored: Sendable & ~Copyable>(_: borrowing Stored) {}", at: 0)
        }
        // A superclass with the annotation has a proof of its own. `NSObject` needs none, because the compiler allows a
        // `Sendable` subclass of it.
        if !isSubclass, let superclass = declaration.possibleSuperclass, let first = superclass.first,
            !["NSObject", "Foundation.NSObject", "ObjectiveC.NSObject"].contains(text(superclass))
        {
            let type = text(superclass)
            // An inherited type that is a protocol needs no proof. The overloads of `_commonSuperclass` find that out.
            let proof =
                "        let _: Bool = common  // If this fails, \(type) is not Sendable: write '@unchecked Sendable' after it."
            proofs.append(
                """
                    func inherited<Inherited: \(type)>(_ other: Inherited) {
                        let common = IOC._commonSuperclass(self, other)
                \(declaration.syntax.placed(proof, at: first))
                    }
                """)
        }
        guard !proofs.isEmpty else { return nil }
        var name = declaration.name
        name.text = "provesSendable\(name.text)"
        return "private func \(name.spelling)() {\n\(proofs.joined(separator: "\n"))\n}"
    }

    /// Returns the remedy in the comment of a proof. The compiler shows that line if the proof fails.
    private func remedy(_ property: Property) -> String {
        let words = property.type?.flattened ?? []
        guard let name = words.drop(while: { !$0.isA("any") }).dropFirst().first, name.kind == .word else {
            return "its type lacks @Component, or is not Sendable for another reason"
        }
        return "write 'protocol \(name.text): Sendable'"
    }
}
