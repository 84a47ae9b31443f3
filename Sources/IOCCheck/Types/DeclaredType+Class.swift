import IOCSource

extension DeclaredType {
    /// Whether its instances are objects.
    var isClass: Bool { main.declaration.kind == .class || main.declaration.kind == .actor }

    /// Whether it or a type around it has generic parameters.
    var isGeneric: Bool { generics.contains { !$0.isEmpty } }

    /// Whether the qualified or the simple name starts with `prefix`.
    func matches(_ prefix: String) -> Bool {
        simpleName.hasPrefix(prefix) || qualifiedName.hasPrefix(prefix)
    }
}
