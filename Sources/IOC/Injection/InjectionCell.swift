import CSwiftRuntime
import IOCModel
public import Synchronization

/// The place where a wrapped property's value stands.
///
/// A value is published once, by a store that releases what readers acquire; a value that is assigned later is published
/// as a new payload, and the old one stays until the cell goes. So reading takes no lock. A first payload that is small
/// enough stands in the cell itself.
///
/// A reference that would close a cycle of strong references is no payload but a back reference, which counts the memory of
/// what somebody else keeps.
@usableFromInline
class InjectionCell<Value>: AnyInjectionCell, @unchecked Sendable {
    // Sound: payloads are immutable once published, and freed with the cell only; `inlineStorage` is written by the one thread that
    // has taken it.

    @usableFromInline
    override init(qualifier: QualifierName?, fileID: StaticString, line: Int) {
        super.init(qualifier: qualifier, fileID: fileID, line: line)
    }

    deinit {
        freePayloads(from: payload.load(ordering: .acquiring))
        switch inlineStorageUse.load(ordering: .acquiring) {
        case .nothing, .value, .live: break
        case .backReference: UnownedCount.remove(Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: inlineStorage.0)!))
        case .longBackReference:
            Unmanaged<BackReference<Value>>.fromOpaque(UnsafeRawPointer(bitPattern: inlineStorage.0)!).release()
        }
    }

    @inlinable
    final var value: Value {
        // Sound: a payload begins with its value. (A pointer to a structure of both would copy an existential twice.)
        if let payload = payload.load(ordering: .acquiring) {
            return payload.assumingMemoryBound(to: Value.self).pointee
        }
        return resolvedOrStop()
    }

    // MARK: Payloads
    // Written out instead of a generic structure, whose metadata would be looked up each time.

    final class func make(_ value: consuming Value, previous: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        let payload = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<UnsafeMutableRawPointer?>.size,
            alignment: max(MemoryLayout<Value>.alignment, MemoryLayout<UnsafeMutableRawPointer?>.alignment))
        payload.initializeMemory(as: Value.self, to: value)
        (payload + offset).initializeMemory(as: UnsafeMutableRawPointer?.self, to: previous)
        return payload
    }

    /// Where the address of the payload before stands.
    private static var offset: Int {
        let alignment = MemoryLayout<UnsafeMutableRawPointer?>.alignment
        return (MemoryLayout<Value>.size + alignment - 1) / alignment * alignment
    }

    private static func previous(of payload: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        (payload + offset).load(as: UnsafeMutableRawPointer?.self)
    }

    /// Frees a payload and those before it.
    private func freePayloads(from payload: UnsafeMutableRawPointer?) {
        guard var current = payload else { return }
        let inlineStorage = inlineStorageAddress
        while current != inlineStorage {
            let previous = Self.previous(of: current)
            Self.free(current)
            guard let previous else { return }
            current = previous
        }
        inlineStorage.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }

    final class func free(_ payload: UnsafeMutableRawPointer) {
        payload.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        payload.deallocate()
    }

    // Sound: a stored property of an object keeps its address as long as the object lives, and nobody reads it by name.
    private var inlineStorageAddress: UnsafeMutableRawPointer {
        withUnsafeMutablePointer(to: &inlineStorage) { UnsafeMutableRawPointer($0) }
    }

    var isFilled: Bool {
        payload.load(ordering: .acquiring) != nil || inlineStorageUse.load(ordering: .acquiring).leadsBack
    }

    @usableFromInline
    final func assign(_ value: Value) {
        if inlineStorageUse.load(ordering: .acquiring) == .live { return assignLive(value) }
        var previous = payload.load(ordering: .acquiring)
        let fresh = Self.make(value, previous: previous)
        while true {
            let (exchanged, current) = payload.compareExchange(
                expected: previous, desired: fresh, ordering: .acquiringAndReleasing)
            if exchanged { return }
            (fresh + Self.offset).storeBytes(of: current, as: UnsafeMutableRawPointer?.self)
            previous = current
        }
    }

    // MARK: Resolving

    /// The value, resolved now if it was not before.
    final func resolved() throws -> Value {
        if let payload = payload.load(ordering: .acquiring) {
            return payload.assumingMemoryBound(to: Value.self).pointee
        }
        if inlineStorageUse.load(ordering: .acquiring).leadsBack { return try readBack() }
        if let held {
            // Sound: the binding stays until the owner goes, which the caller is reading.
            return try held._withUnsafeGuaranteedRef { binding in
                try binding.coreReference._withUnsafeGuaranteedRef { try resolved(in: $0, of: binding) }
            }
        }
        return try resolvedUnbound()
    }

    /// The value of a property in an object that the container did not build.
    @inline(never)
    private func resolvedUnbound() throws -> Value {
        let core = try ContextCore.ambient(for: facts(wanted: Value.self))
        guard ConstructionFrame.innermost == nil else { return try resolvedWatchfully(in: core, of: nil) }
        return fill(try made(in: core, inside: nil, nil))
    }

    /// The newest value of a property that follows its sources.
    func readLive() throws -> Value { throw gone(nil) }

    /// Assigns to a property that follows its sources until then.
    func assignLive(_ value: Value) {}

    /// The instance that a property leads back to.
    /// - Throws: ``IOCError`` where that is over.
    @inline(never)
    private func readBack() throws -> Value {
        if inlineStorageUse.load(ordering: .acquiring) == .live { return try readLive() }
        guard let held else { throw gone(nil) }
        return try held._withUnsafeGuaranteedRef { binding in
            // The keeper of the instances is looked at first, so that the answer after its end is always the same.
            if binding.isOver { throw gone(binding) }
            // Sound: the inline storage was written before its use was published, and nothing writes it again.
            let bits = inlineStorage
            let address = UnsafeRawPointer(bitPattern: bits.0)!
            if inlineStorageUse.load(ordering: .acquiring) == .backReference {
                guard UnownedCount.retain(Unmanaged.fromOpaque(address)) else { throw gone(binding) }
                return withUnsafeBytes(of: bits) { BackReference<Value>.value(ofBits: $0.baseAddress!) }
            }
            let reference = Unmanaged<BackReference<Value>>.fromOpaque(address).takeUnretainedValue()
            if let value = reference.value { return value }
            if binding.isOver || !reference.isMadeAnew { throw gone(binding) }
            return try madeAnew(in: binding.core, of: binding)
        }
    }

    /// A value in place of one that has gone; it stays where it consists of prototypes that close no cycle any more.
    private func madeAnew(in core: ContextCore, of binding: InjectionBinding) throws -> Value {
        guard ConstructionFrame.innermost == nil else { return try made(in: core, inside: binding.activation, nil) }
        let found = FoundInstances()
        let value = try made(in: core, inside: binding.activation, found)
        let isKept = found.elements.allSatisfy {
            $0.definition.sharing == .prototype && binding.hold(on: $0, since: found.firstSerial) == .strong
        }
        return isKept ? fill(value) : value
    }

    @inline(never)
    private func gone(_ binding: InjectionBinding?) -> any Error {
        let point = facts(wanted: Value.self)
        guard let binding else { return IOCError(Fault(.contextEnded)) }
        return binding.core.error(binding.endedFault ?? binding.core.goneFault(of: binding.definition), at: point)
    }

    @inline(__always)
    private func resolved(in core: ContextCore, of binding: InjectionBinding) throws -> Value {
        guard ConstructionFrame.innermost == nil, binding.isOutsideCycles(in: core), !core.maker.hasWeakSingletons
        else { return try resolvedWatchfully(in: core, of: binding) }
        let value = try made(in: core, inside: binding.activation, nil)
        // The decision falls after the making, as what was made may have shown that the property leads back.
        if binding.isOutsideCycles(in: core) { return fill(consume value) }
        return try fill(value, from: parts(of: value, in: core), since: 0, of: binding)
    }

    /// The value of a read inside a construction, or of one that may close a cycle.
    ///
    /// It stays unless it may still fail and the owner not with it.
    @inline(never)
    private func resolvedWatchfully(in core: ContextCore, of binding: InjectionBinding?) throws -> Value {
        let found = FoundInstances()
        let activation = binding?.activation
        let value: Value
        if let frame = ConstructionFrame.innermost {
            let isFinal: Bool
            (value, isFinal) = try ConstructionFrame.watch(frame) { try made(in: core, inside: activation, found) }
            guard isFinal || binding?.isOwnerUnfinished ?? false else { return value }
        } else {
            value = try made(in: core, inside: activation, found)
        }
        guard let binding else { return fill(value) }
        return try fill(value, from: found.elements, since: found.firstSerial, of: binding)
    }

    /// Publishes a value as its instances have to be held, and returns the value that stands.
    /// - Parameter firstSerial: Instances of a greater number were made for the property.
    private func fill(
        _ value: Value, from elements: [FoundInstances.Element], since firstSerial: Int, of binding: InjectionBinding
    ) throws -> Value {
        let parts = elements.map { element in
            let hold = binding.hold(on: element, since: firstSerial)
            return BackReference<Value>.Part(
                name: element.definition.facts.name, instance: element.instance, hold: hold,
                isMadeAnew: hold == .renewed || element.definition.facts.scope.isWeak)
        }
        return parts.contains(where: \.isUnowned) ? try fill(value, leadingBackTo: parts, of: binding) : fill(value)
    }

    /// Makes the value while nothing that it comes from can be emptied.
    /// - Parameter activation: That of the owner's scope.
    @inline(__always)
    final func made(
        in core: ContextCore, inside activation: ScopeActivation?, _ found: FoundInstances?
    ) throws -> Value {
        try core.inGate {
            guard let activation else { return try make(in: core, found) }
            return try activation.inGate {
                try make(in: core, found)
            } orEnded: {
                try makeAfterEnd(in: core, found) { activation.endedFault }
            }
        } orEnded: {
            try makeAfterEnd(in: core, found) { Fault(.contextEnded) }
        }
    }

    /// A provider asks when it is called; everything else is over.
    @inline(never)
    private func makeAfterEnd(in core: ContextCore, _ found: FoundInstances?, _ fault: () -> Fault) throws -> Value {
        if isProvider { return try make(in: core, found) }
        throw core.error(fault(), at: facts(wanted: Value.self))
    }

    private var isProvider: Bool {
        switch InjectionForms.form(of: Value.self)?.shape {
        case .provider, .optionalProvider: true
        default: false
        }
    }

    override func fill() throws { _ = try resolved() }

    /// Makes the value: a dependency, unless a subclass knows better.
    func make(in core: ContextCore, _ found: FoundInstances?) throws -> Value {
        try core.unretainedLookup._withUnsafeGuaranteedRef { try $0.supply(Value.self, to: self, found) }
    }

    /// The instances that a value which was just made comes from.
    func parts(of value: Value, in core: ContextCore) throws -> [FoundInstances.Element] {
        try core.lookup.parts(of: value, for: self)
    }

    // MARK: Filling

    /// Publishes a value unless another thread was first, and returns the one that stands.
    private func fill(_ value: __owned Value) -> Value {
        if InlineStorage.holds(Value.self), takeInlineStorage() {
            let fresh = inlineStorageAddress
            fresh.initializeMemory(as: Value.self, to: value)
            let (_, current) = payload.compareExchange(
                expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
            guard let current else { return value }
            fresh.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            return current.assumingMemoryBound(to: Value.self).pointee
        }
        let fresh = Self.make(value, previous: nil)
        let (_, current) = payload.compareExchange(
            expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
        guard let current else { return value }
        Self.free(fresh)
        return current.assumingMemoryBound(to: Value.self).pointee
    }

    /// Publishes what the value leads back to unless another thread was first, and returns the value that stands.
    private func fill(
        _ value: Value, leadingBackTo parts: [BackReference<Value>.Part], of binding: InjectionBinding
    ) throws -> Value {
        guard takeInlineStorage() else {
            // The thread that has taken the storage runs no code but that which fills it.
            while !isFilled { ioc_yield() }
            return try resolved()
        }
        let scoped = parts.filter { $0.hold == .scoped }.map { binding.scopedReference(to: $0.instance) }
        if InlineStorage.holds(Value.self), parts.count == 1, !parts[0].isMadeAnew, scoped.isEmpty,
            BackReference.isOneReference(value, to: parts[0].instance)
        {
            UnownedCount.add(Unmanaged.passUnretained(parts[0].instance))
            withUnsafeBytes(of: value) { inlineStorageAddress.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
            inlineStorageUse.store(.backReference, ordering: .releasing)
        } else {
            inlineStorage.0 = UInt(bitPattern: Unmanaged.passRetained(BackReference(value, parts, scoped)).toOpaque())
            inlineStorageUse.store(.longBackReference, ordering: .releasing)
        }
        return value
    }

    private func takeInlineStorage() -> Bool {
        inlineStorageUse.compareExchange(expected: .nothing, desired: .value, ordering: .acquiringAndReleasing)
            .exchanged
    }

    /// The value of a plain read, which has no way to throw.
    @usableFromInline
    @inline(never)
    final func resolvedOrStop() -> Value {
        do {
            return try resolved()
        } catch {
            fatalError("\n\(error)\n")
        }
    }
}
