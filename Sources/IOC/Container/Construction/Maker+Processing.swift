import IOCModel

/// The post-processing of an instance, which happens once, on the thread that first hands it out.
extension Maker {
    /// The instance of a frame after post-processing.
    func processed(_ instance: AnyObject, in frame: ConstructionFrame.Pointer) throws -> AnyObject {
        guard !processors.isEmpty else { return instance }
        if let known = frame.pointee.processed { return known }
        let result = try process(instance, of: frame.pointee.definition)
        frame.pointee.processed = result
        return result
    }

    private func process(_ instance: AnyObject, of definition: RegisteredDefinition) throws -> AnyObject {
        // Processors don't process each other, but a patch may mean one of them.
        let isProcessor = instance is any InstancePostProcessor
        var current = instance
        for processor in processors.all where !isProcessor || processor is PatchWrapper {
            current = try attempt("post-processing", definition) {
                AnyValueBox.boxed(try processor.process(AnyValueBox.unboxed(current), named: definition.facts.name))
            }
        }
        return current
    }
}
