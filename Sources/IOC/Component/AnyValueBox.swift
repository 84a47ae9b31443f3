/// The box of a value that is not an object. The container stores only objects.
@usableFromInline
class AnyValueBox: @unchecked Sendable {
    // Sound: a box never changes after it is created.
    var boxed: Any { self }

    /// Returns an instance itself, or the value in its box.
    @usableFromInline
    static func unboxed(_ instance: AnyObject) -> Any { (instance as? AnyValueBox)?.boxed ?? instance }

    /// Returns true if an instance is of exactly the class `wanted`.
    @inlinable
    static func isInstance(_ instance: AnyObject, of wanted: Any.Type) -> Bool {
        ObjectIdentifier(type(of: instance)) == ObjectIdentifier(wanted)
    }

    /// Returns an instance, or the value in its box, as another type; nil if it isn't of that type.
    @inlinable
    static func cast<Wanted>(_ instance: AnyObject, to wanted: Wanted.Type) -> Wanted? {
        if isInstance(instance, of: wanted) {
            // Sound: the instance is of the class `Wanted`, so a `Wanted` is one reference, as an `AnyObject` is.
            return unsafeBitCast(instance, to: wanted)
        }
        return unboxed(instance) as? Wanted
    }

    /// Returns a value as an object: itself, or in a box.
    @inlinable
    static func boxed<Value>(_ value: Value) -> AnyObject {
        // Sound: a value of a class type is one reference to its object.
        Value.self is AnyClass ? unsafeBitCast(value, to: AnyObject.self) : box(value)
    }

    @usableFromInline
    static func box<Value>(_ value: Value) -> AnyObject {
        type(of: value as Any) is AnyClass ? value as AnyObject : ValueBox(value)
    }
}

final class ValueBox<Value>: AnyValueBox, @unchecked Sendable {
    let value: Value
    override var boxed: Any { value }
    init(_ value: Value) { self.value = value }
}
