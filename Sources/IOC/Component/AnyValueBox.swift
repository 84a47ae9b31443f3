/// A value that is no object, where the container keeps objects.
@usableFromInline
class AnyValueBox: @unchecked Sendable {
    // Sound: a box never changes after it is made.
    var boxed: Any { self }

    /// Returns the value that an instance stands for: itself, or the content of its box.
    static func unboxed(_ instance: AnyObject) -> Any { (instance as? AnyValueBox)?.boxed ?? instance }

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

extension AnyValueBox {
    /// The class of the boxes of a type's values.
    static func boxClass(of type: Any.Type) -> AnyClass {
        func boxClass<Value>(_ type: Value.Type) -> AnyClass { ValueBox<Value>.self }
        return _openExistential(type, do: boxClass)
    }
}

final class ValueBox<Value>: AnyValueBox, @unchecked Sendable {
    let value: Value
    override var boxed: Any { value }
    init(_ value: Value) { self.value = value }
}
