import IOCModel

/// How one type resolves in a context: the chosen definition and, once it never changes, the typed value.
final class TypeLookup<Value>: AnyTypeLookup, @unchecked Sendable {
    // Sound: `core` and `definition` never change; the value's memory is written once, under the table's publication.

    /// The context that owns the definition: the asking one or an ancestor that it keeps alive.
    // Sound: that context keeps its definitions, and is kept by the asking one, whose table holds this lookup.
    private unowned(unsafe) let core: ContextCore
    private unowned(unsafe) let definition: RegisteredDefinition
    private let storage: UnsafeMutablePointer<Value>
    private let isFilled = OnceFlag()
    private let cast = InstanceCast()

    init(core: ContextCore, definition: RegisteredDefinition) {
        self.core = core
        self.definition = definition
        storage = .allocate(capacity: 1)
    }

    deinit {
        if isFilled.isSet { storage.deinitialize(count: 1) }
        storage.deallocate()
    }

    /// The value, made or found; a shared one that is finished is published in `table`.
    func value(publishingIn table: TypeTable?, asker: AnyInjectionCell?) throws -> Value {
        let instance = try core.instance(of: definition, for: asker)
        guard let value: Value = cast(instance) else {
            throw IOCError(core.mismatch(of: definition, wanted: Value.self, asker: asker))
        }
        if let table, definition.slot.isPublished, isFilled.set() {
            storage.initialize(to: value)
            table.publish(UnsafeRawPointer(storage), for: TypeIdentity.id(Value.self).rawValue)
        }
        return value
    }
}
