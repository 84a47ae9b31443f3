import IOCModel

/// The post-processing of an instance, which happens once, on the thread that first hands it out.
extension Maker {
    /// The instance of a frame after post-processing, which happens once.
    func processed(_ instance: AnyObject, in frame: ConstructionFrame.Pointer) throws -> AnyObject {
        if let slot = frame.pointee.slot { return try processed(instance, of: frame.pointee.definition, in: slot) }
        if let known = frame.pointee.processed { return known }
        let result = try process(instance, of: frame.pointee.definition)
        frame.pointee.processed = result
        return result
    }

    /// A shared instance that is not published after post-processing, which happens on the thread that first needs it.
    func processed(
        _ instance: AnyObject, of definition: RegisteredDefinition, in slot: SharedSlot
    ) throws -> AnyObject {
        guard !processors.isEmpty else { return instance }
        if let known = slot.group.processed(slot) { return known }
        let result = try process(instance, of: definition)
        slot.group.isMade(slot, result, isProcessed: true)
        return result
    }

    /// Remembers that an instance has been post-processed where it was made.
    func keepProcessed(_ instance: AnyObject, in frame: ConstructionFrame.Pointer) {
        guard let slot = frame.pointee.slot else { return frame.pointee.processed = instance }
        slot.group.isMade(slot, instance, isProcessed: true)
    }

    private func process(_ instance: AnyObject, of definition: RegisteredDefinition) throws -> AnyObject {
        let processors = processors.all
        if processors.isEmpty { return instance }
        // Processors don't process each other, but a patch may mean one of them.
        let isProcessor = instance is any InstancePostProcessor
        var current = instance
        for processor in processors where !isProcessor || processor is PatchWrapper {
            current = try attempt("post-processing", definition) {
                AnyValueBox.boxed(try processor.process(AnyValueBox.unboxed(current), named: definition.facts.name))
            }
        }
        return current
    }
}
