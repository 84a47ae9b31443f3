import IOCSource

extension DeclaredType {
    /// True if its instances are objects.
    var isClass: Bool { main.declaration.kind == .class || main.declaration.kind == .actor }
}

extension ProjectIndex {
    /// The container's `@Component` on a type.
    func annotation(of number: Int) -> AttributeUse? { annotation(of: types[number].main, types[number]) }
}
