/// Sees every definition of a context before anything is made, and may change or replace it.
///
/// A component class of this type attaches itself; several run by `order`, then by name. As it is made before everything
/// else, it can't be injected itself.
public protocol DefinitionPostProcessor: AnyObject, Sendable {
    /// Looks at a definition.
    /// - Parameter definition: The known facts of it, to be changed.
    /// - Throws: Whatever makes the configuration unusable.
    func process(_ definition: inout DefinitionDescription) throws
}
