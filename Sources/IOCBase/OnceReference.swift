public import Synchronization

/// A reference that is set once and read without a lock.
///
/// The standard library's `AtomicLazyReference` does the same and is not specialized: each read would ask the runtime for its type.
public struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The address of the object, which is retained; 0 while there is none.
    @usableFromInline let address = Atomic<UInt>(0)

    /// A place without an object.
    @inlinable
    public init() {}

    @inlinable
    deinit {
        if let object = Self.object(at: address.load(ordering: .acquiring)) { object.release() }
    }

    /// The object; nil before one was set.
    @inlinable public var object: Object? {
        // Sound: what was set stays retained as long as this does.
        Self.object(at: address.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    /// Sets the object unless there is one.
    /// - Returns: The object that is there now.
    @inlinable
    @discardableResult
    public borrowing func setIfNil(_ object: Object) -> Object {
        let new = Unmanaged.passRetained(object)
        let bits = UInt(bitPattern: new.toOpaque())
        let (isSet, known) = address.compareExchange(expected: 0, desired: bits, ordering: .acquiringAndReleasing)
        if isSet { return object }
        new.release()
        return Self.object(at: known)?.takeUnretainedValue() ?? object
    }

    @inlinable
    static func object(at address: UInt) -> Unmanaged<Object>? {
        UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }
}
