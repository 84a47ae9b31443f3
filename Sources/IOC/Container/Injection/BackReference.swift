import CSwiftRuntime
import IOCModel

/// A property's value that leads back to instances which somebody else keeps: it holds their memory, not them.
///
/// Reading it retains what is there for the reader; once one of the instances is going, there is no value any more.
final class BackReference<Value>: @unchecked Sendable {
    // Sound: nothing changes after `init`.

    /// One instance that the value is put together from.
    struct Element {
        let name: String
        let instance: AnyObject
        /// Whether somebody else keeps it.
        let isUnowned: Bool
        /// Whether another one is made when it has gone.
        let isMadeAnew: Bool
    }

    private let elements: [(name: String, reference: Unmanaged<AnyObject>, isUnowned: Bool)]
    /// Whether a value is made anew once an instance has gone.
    let isMadeAnew: Bool
    /// The value's bits, where they are one counted reference and what surrounds it.
    private let bits: UnsafeMutableRawPointer?

    init(_ value: Value, _ elements: [Element]) {
        isMadeAnew = elements.contains { $0.isUnowned && $0.isMadeAnew }
        self.elements = elements.map { element in
            let reference = Unmanaged.passUnretained(element.instance)
            if element.isUnowned {
                UnownedCount.add(reference)
            } else {
                _ = reference.retain()
            }
            return (element.name, reference, element.isUnowned)
        }
        guard elements.count == 1, elements[0].isUnowned, Self.isOneReference(value, to: elements[0].instance) else {
            bits = nil
            return
        }
        let bits = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        withUnsafeBytes(of: value) { bits.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        self.bits = bits
    }

    deinit {
        for element in elements {
            if element.isUnowned { UnownedCount.remove(element.reference) } else { element.reference.release() }
        }
        bits?.deallocate()
    }

    /// The value, if all its instances are still there.
    var value: Value? {
        if let bits {
            guard UnownedCount.retain(elements[0].reference) else { return nil }
            return Self.value(ofBits: bits)
        }
        var found: [(name: String, instance: AnyObject)] = []
        for element in elements {
            if element.isUnowned, !UnownedCount.retain(element.reference) { return nil }
            found.append(
                (
                    element.name,
                    element.isUnowned
                        ? element.reference.takeRetainedValue() : element.reference.takeUnretainedValue()
                ))
        }
        return InjectionForms.rebuilt(from: found)
    }

    // MARK: Values that are one reference

    /// Whether a value is a reference to `instance` and nothing else that is counted.
    static func isOneReference(_ value: Value, to instance: AnyObject) -> Bool {
        if instance is AnyValueBox { return false }
        let isReference =
            switch InjectionForms.form(of: Value.self)?.shape {
            case nil: Value.self is AnyClass || TypeIdentity.isExistential(Value.self)
            case .optional: true
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

/// The count that keeps an object's memory and not the object.
enum UnownedCount {
    static func add(_ object: Unmanaged<AnyObject>) { _ = swift_unownedRetain(object.toOpaque()) }
    static func remove(_ object: Unmanaged<AnyObject>) { swift_unownedRelease(object.toOpaque()) }

    /// Adds a strong reference to an object whose memory is kept.
    /// - Returns: False where the object is going or gone.
    static func retain(_ object: Unmanaged<AnyObject>) -> Bool { swift_tryRetain(object.toOpaque()) != nil }
}
