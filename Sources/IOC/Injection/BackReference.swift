import IOCModel

/// A property's value that leads back to instances which somebody else keeps: it holds their memory, not them.
///
/// Reading it retains what is there for the reader, and puts the value together again; once one of the instances is going, there is no value any more.
final class BackReference<Value>: @unchecked Sendable {
    // Sound: nothing changes after `init`.

    /// One instance that the value is put together from.
    struct Part {
        let name: String
        let instance: AnyObject
        let hold: InjectionHold
        /// True if another one is made when it has gone.
        let isMadeAnew: Bool

        /// True if somebody else keeps it.
        var isUnowned: Bool { hold != .strong }
    }

    private let parts: [(name: String, reference: Unmanaged<AnyObject>, isUnowned: Bool)]
    /// True if a value is made anew once an instance has gone.
    let isMadeAnew: Bool

    init(_ parts: [Part]) {
        isMadeAnew = parts.contains { $0.isUnowned && $0.isMadeAnew }
        self.parts = parts.map { part in
            let reference = Unmanaged.passUnretained(part.instance)
            if part.isUnowned {
                UnownedCount.add(reference)
            } else {
                _ = reference.retain()
            }
            return (part.name, reference, part.isUnowned)
        }
    }

    deinit {
        for part in parts {
            if part.isUnowned { UnownedCount.remove(part.reference) } else { part.reference.release() }
        }
    }

    /// The value, if all its instances are still there.
    var value: Value? {
        var found: [(name: String, instance: AnyObject)] = []
        for part in parts {
            if part.isUnowned, !UnownedCount.retain(part.reference) { return nil }
            let reference = part.reference
            let instance = part.isUnowned ? reference.takeRetainedValue() : reference.takeUnretainedValue()
            found.append((part.name, instance))
        }
        return InjectionForms.rebuilt(from: found)
    }

    // MARK: Values that are one reference

    /// Returns true if a value is a reference to `instance` and nothing else that is counted.
    static func isOneReference(_ value: Value, to instance: AnyObject) -> Bool {
        if instance is AnyValueBox { return false }
        let isReference =
            switch InjectionForms.form(of: Value.self)?.shape {
            case nil: Value.self is AnyClass || TypeIdentity.isExistential(Value.self)
            case .optional, .context: true
            default: false
            }
        guard isReference, MemoryLayout<Value>.size >= MemoryLayout<UInt>.size else { return false }
        // An existential holds an object as its first word, as a class's own type and optionals of both do.
        return withUnsafeBytes(of: value) { bytes in
            bytes.loadUnaligned(as: UInt.self) == UInt(bitPattern: Unmanaged.passUnretained(instance).toOpaque())
        }
    }

    /// The value that the bits of another one make with a reference that was counted for it.
    static func value(ofBits bits: UnsafeRawPointer) -> Value {
        // Sound: the bits are those of a value whose only counted part is the reference, and the caller has counted it.
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { copy in
            UnsafeMutableRawPointer(copy.baseAddress!).copyMemory(from: bits, byteCount: MemoryLayout<Value>.size)
            return copy.moveElement(from: 0)
        }
    }
}
