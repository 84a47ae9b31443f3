import IOCModel

/// Sees every definition of a context before anything is made, and may change or replace it.
///
/// A component class of this type attaches itself; several run by `order`, then by name. As it is made before everything
/// else, it can't be injected itself.
public protocol DefinitionPostProcessor: AnyObject, Sendable {
    /// Looks at a definition.
    /// - Parameter definition: What is known of it, to be changed.
    /// - Throws: Whatever makes the configuration unusable.
    func process(_ definition: inout DefinitionDescription) throws
}

/// A definition as a post-processor may change it.
public struct DefinitionDescription {
    /// The component's name.
    public let name: String
    /// The type it promises.
    public let typeName: String
    /// Where it was declared.
    public let origin: String
    /// How long its instances live.
    public var scope: Scope
    /// Whether it wins where several fit.
    public var isPrimary: Bool
    /// Whether it serves only where no other does.
    public var isFallback: Bool
    /// Its place in collections.
    public var order: Int
    private(set) var replacement: (@Sendable () throws -> Any)?

    init(_ draft: DefinitionDraft) {
        name = draft.facts.name
        typeName = draft.facts.typeName
        origin = draft.facts.origin.description
        scope = draft.scope
        isPrimary = draft.facts.isPrimary
        isFallback = draft.facts.isFallback
        order = draft.facts.order
    }

    /// Makes instances in another way.
    /// - Parameter make: Makes an instance, which must fit the promised type.
    public mutating func replace(with make: @escaping @Sendable () throws -> Any) { replacement = make }
}
