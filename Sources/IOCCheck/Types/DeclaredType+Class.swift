import IOCSource

extension DeclaredType {
    /// True if its instances are objects.
    var isClass: Bool { main.declaration.kind == .class || main.declaration.kind == .actor }

    /// True if it or a type around it has generic parameters.
    var isGeneric: Bool { generics.contains { !$0.isEmpty } }
}

extension ProjectIndex {
    /// The container's `@Component` on a type.
    func annotation(of number: Int) -> AttributeUse? { annotation(of: types[number].main, types[number]) }

    /// The container's `@Component` on one declaration of a type; a type of that name in the project hides it.
    func annotation(of part: DeclaredType.Part, _ type: DeclaredType) -> AttributeUse? {
        guard [.class, .actor, .struct, .enum].contains(part.declaration.kind),
            let found = part.declaration.attribute("Component")
        else { return nil }
        let names = found.name.split(separator: ".").map(String.init)
        return self.number(of: names, from: type.outerScope(part)) == nil ? found : nil
    }
}
