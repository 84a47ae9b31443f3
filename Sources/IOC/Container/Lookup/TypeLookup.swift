import IOCModel

/// The resolution of one type in a context: the chosen definition and, once it never changes, the typed value.
///
/// It is no generic class, as each type that is asked for would have the runtime make a class of its own.
final class TypeLookup: @unchecked Sendable {
    // Sound: what isn't constant is written once, by the thread that sets the flag, and read by `deinit` alone.

    /// The maker of the context that owns the definition: the asking one or an ancestor that it keeps alive.
    // Sound: that context keeps its maker and its definitions, and is kept by the asking one, whose table holds this lookup.
    private let maker: Unmanaged<Maker>
    private let definition: Unmanaged<RegisteredDefinition>
    private let type: Any.Type
    /// The value once it is published, if it is small enough; else where it stands.
    private var inlineStorage: InlineStorage.Words = (0, 0)
    private let isFilled = OnceFlag()
    private let cast = InstanceCast()

    init(of type: Any.Type, maker: Maker, definition: RegisteredDefinition) {
        self.type = type
        self.maker = .passUnretained(maker)
        self.definition = .passUnretained(definition)
    }

    deinit {
        guard isFilled.isSet else { return }
        func free<Value>(_ type: Value.Type) {
            let isSmall = InlineStorage.holds(type)
            let place =
                isSmall ? inlineStorageAddress : UnsafeMutableRawPointer(bitPattern: inlineStorage.0).unsafelyUnwrapped
            place.assumingMemoryBound(to: type).deinitialize(count: 1)
            if !isSmall { place.deallocate() }
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
                if case .context = definition.sharing, definition.slot.hasPublished(address) {
                    publish(value, in: table)
                }
                return value
            }
        }
    }

    /// Has a construction remember that it asked for the definition.
    func note(in frame: ConstructionFrame.Pointer) {
        guard frame.pointee.isOf(maker) else { return }
        definition._withUnsafeGuaranteedRef { frame.pointee.observe($0) }
    }

    private static func move<Value>(_ place: UnsafeMutableRawPointer) -> Value {
        // Sound: `cast` has remembered the instance's class for a `Value` that is a class, so a value of it is one
        // reference to the object.
        place.assumingMemoryBound(to: Value.self).move()
    }

    @inline(never)
    private func publish<Value>(_ value: Value, in table: TypeTable?) {
        guard let table, isFilled.set() else { return }
        let place: UnsafeMutableRawPointer
        if InlineStorage.holds(Value.self) {
            place = inlineStorageAddress
        } else {
            place = .allocate(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
            inlineStorage.0 = UInt(bitPattern: place)
        }
        place.initializeMemory(as: Value.self, to: value)
        table.publish(place, for: TypeIdentity.id(Value.self).rawValue)
    }

    // Sound: a stored property of an object keeps its address as long as the object lives, and nobody reads it by name.
    private var inlineStorageAddress: UnsafeMutableRawPointer {
        withUnsafeMutablePointer(to: &inlineStorage) { UnsafeMutableRawPointer($0) }
    }
}
