import IOCModel

/// Sees every instance a context makes before anybody else does, and may put another in its place.
///
/// A component or definition of this type attaches itself; several run by `order`, then by name. An instance that is part
/// of a cycle is processed when the cycle leads back to it, so that every holder gets what the processor returned.
public protocol InstancePostProcessor: AnyObject, Sendable {
    /// Looks at an instance.
    /// - Parameters:
    ///   - instance: What the definition made.
    ///   - name: The component's name.
    /// - Returns: The instance, or one to use in its place.
    /// - Throws: Whatever makes the instance unusable.
    func process(_ instance: Any, named name: String) throws -> Any
}

extension ContextCore {
    /// The instance of a frame after post-processing, which happens once.
    func processed(
        _ instance: AnyObject, in frame: UnsafeMutablePointer<ConstructionFrame>
    ) throws -> AnyObject {
        guard let processors = postProcessors else { return instance }
        if let known = frame.pointee.processed { return known }
        // Processors don't process each other, but a patch may mean one of them.
        let isProcessor = instance is any InstancePostProcessor
        let definition = frame.pointee.definition
        var current = instance
        for processor in processors where !isProcessor || processor is PatchWrapper {
            current = try attempt("post-processing", definition) {
                AnyValueBox.boxed(try processor.process(AnyValueBox.unboxed(current), named: definition.facts.name))
            }
        }
        frame.pointee.processed = current
        return current
    }
}
