extension DeclaredType {
    /// True if it or a type around it has generic parameters.
    package var isGeneric: Bool { generics.contains { !$0.isEmpty } }
}

extension ProjectIndex {
    /// The container's `@Component` on one declaration of a type; a type of that name in the project hides it.
    package func annotation(of part: DeclaredType.Part, _ type: DeclaredType) -> AttributeUse? {
        guard [.class, .actor, .struct, .enum].contains(part.declaration.kind),
            let found = part.declaration.attribute("Component")
        else { return nil }
        let names = found.name.split(separator: ".").map(String.init)
        return number(of: names, from: type.outerScope(part)) == nil ? found : nil
    }

    /// Returns true if a type is a component, by its annotation, by a protocol that it conforms to, or by a superclass.
    package func isComponent(_ type: DeclaredType) -> Bool {
        guard !type.isProtocol else { return false }
        return inheritanceChain(of: type).contains { annotation(of: $0.main, $0) != nil }
            || !supertypes(of: type, declaredIn: "IOC").isDisjoint(with: ["ConstructedComponent", "IOCComponent"])
    }
}
