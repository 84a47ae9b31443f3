public import Synchronization

/// The last class of which something was found out that casts are too slow to ask each time.
@usableFromInline
struct LastClassCache: ~Copyable, Sendable {
    @usableFromInline let address = Atomic<UInt>(0)

    init() {}

    /// Returns true if an instance is of that class.
    @inlinable
    borrowing func isClass(of instance: AnyObject) -> Bool {
        address.load(ordering: .relaxed) == Self.address(of: instance)
    }

    borrowing func isClass(of instance: Unmanaged<AnyObject>) -> Bool {
        instance._withUnsafeGuaranteedRef { isClass(of: $0) }
    }

    borrowing func remember(_ instance: AnyObject) { address.store(Self.address(of: instance), ordering: .relaxed) }

    @inlinable
    static func address(of instance: AnyObject) -> UInt {
        // Sound: a metatype is the address of its metadata.
        UInt(bitPattern: unsafeBitCast(type(of: instance), to: UnsafeRawPointer.self))
    }
}
