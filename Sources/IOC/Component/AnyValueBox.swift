/// A value that is no object, where the container keeps objects.
@usableFromInline
class AnyValueBox: @unchecked Sendable {
    // Sound: a box never changes after it is made.
    var boxed: Any { self }

    /// Returns the value that an instance stands for: itself, or the content of its box.
    @usableFromInline
    static func unboxed(_ instance: AnyObject) -> Any { (instance as? AnyValueBox)?.boxed ?? instance }

    /// Returns true if an instance is of exactly a class. A general cast takes longer than all else that a lookup does.
    @inlinable
    static func isInstance(_ instance: AnyObject, of wanted: Any.Type) -> Bool {
        ObjectIdentifier(type(of: instance)) == ObjectIdentifier(wanted)
    }

    /// An instance, or the content of its box, as another type; nil if it doesn't fit.
    @inlinable
    static func cast<Wanted>(_ instance: AnyObject, to wanted: Wanted.Type) -> Wanted? {
        if isInstance(instance, of: wanted) {
            // Sound: an instance of the class `Wanted` is one reference to it.
            return unsafeBitCast(instance, to: wanted)
        }
        return unboxed(instance) as? Wanted
    }

    /// The object that stands for a value: itself, or a box around it.
    @inlinable
    static func boxed<Value>(_ value: Value) -> AnyObject {
        // Sound: a value of a class is one reference to its object.
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
