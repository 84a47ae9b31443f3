/// A key of tables of shared instances: the definition, and the hash of the arguments.
///
/// Equal arguments have the same key, and others may have it too: arguments are compared by the caller, outside of the table's
/// own code, as their `==` may ask the container for something.
struct InstanceKey: Hashable {
    // Sound: only compared; the owner of the key keeps the definition.
    private let definition: ObjectIdentifier
    private let argumentHash: Int

    init(_ definition: ObjectIdentifier, _ arguments: ArgumentKey?) {
        self.definition = definition
        argumentHash = arguments?.hash ?? 0
    }
}
