public import Synchronization

/// A cache of one class: the last one for which a fact was found that is slow to ask for each time.
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
