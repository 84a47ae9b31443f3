import IOCModel

/// A definition as a post-processor may change it.
public struct DefinitionDescription {
    /// The component's name.
    public let name: String
    /// The type it promises.
    public let typeName: String
    /// Where it was declared.
    public let origin: String
    /// The lifetime of its instances.
    public var scope: Scope
    /// True if it wins where several fit.
    public var isPrimary: Bool
    /// True if it serves only where no other does.
    public var isFallback: Bool
    /// Its place in collections.
    public var order: Int
    private(set) var replacement: (@Sendable () throws -> Any)?

    init(_ declaration: Declaration) {
        let facts = declaration.facts
        name = facts.name
        typeName = facts.typeName
        origin = facts.origin.description
        scope = declaration.scope
        isPrimary = facts.isPrimary
        isFallback = facts.isFallback
        order = facts.order
    }

    /// Makes instances in another way.
    /// - Parameter make: Makes an instance, which must fit the promised type.
    public mutating func replace(with make: @escaping @Sendable () throws -> Any) { replacement = make }
}

extension Declaration {
    /// Takes over what a post-processor has changed.
    mutating func apply(_ description: DefinitionDescription) {
        setScope(description.scope)
        facts.isPrimary = description.isPrimary
        facts.isFallback = description.isFallback
        facts.order = description.order
    }
}
