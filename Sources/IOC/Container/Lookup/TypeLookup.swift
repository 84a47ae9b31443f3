import IOCModel

/// How one type resolves in a context: the chosen definition and, once it never changes, the typed value.
final class TypeLookup<Value>: AnyTypeLookup, @unchecked Sendable {
    // Sound: `maker` and `definition` never change; the value's memory is written once, under the table's publication.

    /// The maker of the context that owns the definition: the asking one or an ancestor that it keeps alive.
    // Sound: that context keeps its maker and its definitions, and is kept by the asking one, whose table holds this lookup.
    private let maker: Unmanaged<Maker>
    private let definition: Unmanaged<RegisteredDefinition>
    private let storage: UnsafeMutablePointer<Value>
    private let isFilled = OnceFlag()
    private let cast = InstanceCast()

    init(maker: Maker, definition: RegisteredDefinition) {
        self.maker = .passUnretained(maker)
        self.definition = .passUnretained(definition)
        storage = .allocate(capacity: 1)
    }

    deinit {
        if isFilled.isSet { storage.deinitialize(count: 1) }
        storage.deallocate()
    }

    /// The value, made or found; a shared one that is finished is published in `table`.
    func value(publishingIn table: TypeTable?, asker: AnyInjectionCell?) throws -> Value {
        try maker._withUnsafeGuaranteedRef { maker in
            try definition._withUnsafeGuaranteedRef { definition in
                let value: Value
                // Owned by hand until it is the value, as counting references would cost more than all the rest.
                var instance = try maker.retainedInstance(of: definition, for: asker)
                let address = UInt(bitPattern: instance.toOpaque())
                if cast.known.isClass(of: instance) {
                    value = Self.move(&instance)
                } else {
                    value = try cast.slowly(instance.takeRetainedValue()) {
                        IOCError(definition.mismatch(wanted: Value.self, asker: asker))
                    }
                }
                if definition.sharing == .context, definition.slot.hasPublished(address) { publish(value, in: table) }
                return value
            }
        }
    }

    private static func move(_ place: UnsafeMutableRawPointer) -> Value {
        // Sound: `cast` has remembered the instance's class for a `Value` that is a class, so a value of it is one
        // reference to the object.
        place.assumingMemoryBound(to: Value.self).move()
    }

    @inline(never)
    private func publish(_ value: Value, in table: TypeTable?) {
        guard let table, isFilled.set() else { return }
        storage.initialize(to: value)
        table.publish(UnsafeRawPointer(storage), for: TypeIdentity.id(Value.self).rawValue)
    }
}
