import IOCModel

/// How one type resolves in a context: the chosen definition and, once it never changes, the typed value.
///
/// It is no generic class, as each type that is asked for would have the runtime make a class of its own.
final class TypeLookup: AnyTypeLookup, @unchecked Sendable {
    // Sound: what isn't constant is written once, by the thread that sets the flag, and read by `deinit` alone.

    /// The maker of the context that owns the definition: the asking one or an ancestor that it keeps alive.
    // Sound: that context keeps its maker and its definitions, and is kept by the asking one, whose table holds this lookup.
    private let maker: Unmanaged<Maker>
    private let definition: Unmanaged<RegisteredDefinition>
    private let type: Any.Type
    /// Where the value stands once it is published: in `room`, if it is small enough.
    private var storage: UnsafeMutableRawPointer?
    private var room: (UInt, UInt) = (0, 0)
    private let isFilled = OnceFlag()
    private let cast = InstanceCast()

    init(of type: Any.Type, maker: Maker, definition: RegisteredDefinition) {
        self.type = type
        self.maker = .passUnretained(maker)
        self.definition = .passUnretained(definition)
    }

    deinit {
        guard let storage else { return }
        func free<Value>(_ type: Value.Type) {
            let value = storage.assumingMemoryBound(to: type)
            value.deinitialize(count: 1)
            if storage != roomAddress { value.deallocate() }
        }
        _openExistential(type, do: free)
    }

    /// The value, made or found; a shared one that is finished is published in `table`.
    /// - Parameter type: The type that it is the lookup of.
    func value<Value>(as type: Value.Type, publishingIn table: TypeTable?, asker: AnyInjectionCell?) throws -> Value {
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

    private static func move<Value>(_ place: UnsafeMutableRawPointer) -> Value {
        // Sound: `cast` has remembered the instance's class for a `Value` that is a class, so a value of it is one
        // reference to the object.
        place.assumingMemoryBound(to: Value.self).move()
    }

    @inline(never)
    private func publish<Value>(_ value: Value, in table: TypeTable?) {
        guard let table, isFilled.set() else { return }
        let isSmall =
            MemoryLayout<Value>.size <= 2 * MemoryLayout<UInt>.size
            && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
        let place =
            isSmall
            ? roomAddress
            : .allocate(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        place.initializeMemory(as: Value.self, to: value)
        storage = place
        table.publish(place, for: TypeIdentity.id(Value.self).rawValue)
    }

    // Sound: a stored property of an object keeps its address as long as the object lives, and nobody reads it by name.
    private var roomAddress: UnsafeMutableRawPointer {
        withUnsafeMutablePointer(to: &room) { UnsafeMutableRawPointer($0) }
    }
}
