import IOCModel
import Synchronization

/// The resolution of one type in a context: the chosen definition and, once it never changes, the typed value.
///
/// It is no generic class, as each type that is asked for would have the runtime make a class of its own.
final class TypeLookup: @unchecked Sendable {
    // Sound: what isn't constant is written once, by the thread that claims the place, before `place` has its address.

    /// The maker of the context that owns the definition: the asking one or an ancestor that it keeps alive.
    // Sound: that context keeps its maker and its definitions, and is kept by the asking one, whose table holds this lookup.
    private let maker: Unmanaged<Maker>
    private let definition: Unmanaged<RegisteredDefinition>
    private let type: Any.Type
    /// The published value, if it is small enough.
    private var inlineStorage: InlineStorage.Words = (0, 0)
    /// The address of the published value; 0 before there is one, 1 while it is written.
    private let place = Atomic<UInt>(0)
    private let cast = InstanceCast()

    init(of type: Any.Type, maker: Maker, definition: RegisteredDefinition) {
        self.type = type
        self.maker = .passUnretained(maker)
        self.definition = .passUnretained(definition)
    }

    deinit {
        guard let value = published.map(UnsafeMutableRawPointer.init(mutating:)) else { return }
        func free<Value>(_ type: Value.Type) {
            value.assumingMemoryBound(to: type).deinitialize(count: 1)
            if !InlineStorage.holds(type) { value.deallocate() }
        }
        _openExistential(type, do: free)
    }

    /// The address of the value, once there is one that never changes.
    @inline(__always)
    var published: UnsafeRawPointer? {
        let address = place.load(ordering: .acquiring)
        return address > 1 ? UnsafeRawPointer(bitPattern: address) : nil
    }

    /// The value, made or found.
    /// - Parameters:
    ///   - type: The type that it is the lookup of.
    ///   - publishes: True if a shared one that is finished is kept for who asks next.
    func value<Value>(as type: Value.Type, publishes: Bool, asker: AnyInjectionCell?) throws -> Value {
        try maker._withUnsafeGuaranteedRef { maker in
            try definition._withUnsafeGuaranteedRef { definition in
                let instance = try maker.instance(of: definition, for: asker)
                let value: Value = try cast(instance, as: type) {
                    IOCError(definition.mismatch(wanted: Value.self, asker: asker))
                }
                if publishes, case .context = definition.sharing, definition.slot.hasPublished(instance) {
                    publish(value)
                }
                return value
            }
        }
    }

    /// The instance as an object, for a type that is a class.
    func object(for asker: AnyInjectionCell?) throws -> AnyObject {
        try maker._withUnsafeGuaranteedRef { maker in
            try definition._withUnsafeGuaranteedRef { try maker.instance(of: $0, for: asker) }
        }
    }

    /// Has the innermost construction remember that it asked for the definition.
    @inline(never)
    func note() {
        guard let frame = ConstructionFrame.innermost else { return }
        maker._withUnsafeGuaranteedRef { maker in
            guard frame.pointee.maker === maker else { return }
            definition._withUnsafeGuaranteedRef { definition in
                maker.dependencies.observe(definition, by: frame.pointee.definition)
                if let instance = definition.slot.instance { frame.pointee.note(instance) }
            }
        }
    }

    @inline(never)
    private func publish<Value>(_ value: Value) {
        guard place.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged else { return }
        let address: UnsafeMutableRawPointer
        if InlineStorage.holds(Value.self) {
            // Sound: a stored property of an object keeps its address as long as the object lives, and nothing reads it by
            // name.
            address = withUnsafeMutablePointer(to: &inlineStorage) { UnsafeMutableRawPointer($0) }
        } else {
            address = .allocate(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        }
        address.initializeMemory(as: Value.self, to: value)
        place.store(UInt(bitPattern: address), ordering: .releasing)
    }
}
