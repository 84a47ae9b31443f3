import IOCSource

extension DeclaredType {
    /// Whether its instances are objects.
    var isClass: Bool { main.declaration.kind == .class || main.declaration.kind == .actor }

    /// Whether it or a type around it has generic parameters.
    var isGeneric: Bool { generics.contains { !$0.isEmpty } }
}

extension ProjectIndex {
    /// The container's `@Component` on a class; a type of that name in the project hides it.
    func annotation(of number: Int) -> AttributeUse? {
        let type = types[number]
        guard type.isClass, let found = type.main.declaration.attribute("Component") else { return nil }
        let names = found.name.split(separator: ".").map(String.init)
        return self.number(of: names, from: type.outerScope(type.main)) == nil ? found : nil
    }
}
