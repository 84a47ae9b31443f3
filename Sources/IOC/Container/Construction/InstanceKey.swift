/// What tells shared instances apart: the definition, and equal arguments.
struct InstanceKey: Hashable {
    // Sound: only compared; whoever keeps the key keeps the definition.
    private let definition: ObjectIdentifier
    private let arguments: ArgumentKey?

    init(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) {
        self.definition = ObjectIdentifier(definition)
        self.arguments = arguments
    }

    static func == (left: InstanceKey, right: InstanceKey) -> Bool {
        left.definition == right.definition && ArgumentKey.areEqual(left.arguments, right.arguments)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(definition)
        if let arguments { hasher.combine(arguments.hash) }
    }
}
