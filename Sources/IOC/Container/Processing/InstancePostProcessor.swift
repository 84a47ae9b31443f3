/// Sees every instance a context makes before anybody else does, and may put another in its place.
///
/// A component or definition of this type attaches itself; several run by `order`, then by name. An instance that is part
/// of a cycle is processed when the cycle leads back to it, so that every holder gets what the processor returned.
public protocol InstancePostProcessor: AnyObject, Sendable {
    /// Looks at an instance.
    /// - Parameters:
    ///   - instance: The instance that the definition made.
    ///   - name: The component's name.
    /// - Returns: The instance, or one to use in its place.
    /// - Throws: Whatever makes the instance unusable.
    func process(_ instance: Any, named name: String) throws -> Any
}
