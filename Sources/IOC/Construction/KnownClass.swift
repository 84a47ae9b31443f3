import Synchronization

/// The last class of which something was found out that casts are too slow to ask each time.
struct KnownClass: ~Copyable {
    private let address = Atomic<UInt>(0)

    /// Whether an instance is of that class.
    @inline(__always)
    borrowing func isClass(of instance: AnyObject) -> Bool {
        address.load(ordering: .relaxed) == Self.address(of: instance)
    }

    borrowing func remember(_ instance: AnyObject) { address.store(Self.address(of: instance), ordering: .relaxed) }

    private static func address(of instance: AnyObject) -> UInt {
        // Sound: a metatype is the address of its metadata.
        UInt(bitPattern: unsafeBitCast(type(of: instance), to: UnsafeRawPointer.self))
    }
}

/// How an instance that a definition has made becomes the type somebody wants.
struct InstanceCast: ~Copyable {
    /// The last class that a cast to the wanted class has succeeded for.
    private let known = KnownClass()

    /// The instance as `Wanted`, which is the same in every call; nil where it does not fit.
    borrowing func callAsFunction<Wanted>(_ instance: AnyObject, as wanted: Wanted.Type = Wanted.self) -> Wanted? {
        if known.isClass(of: instance) {
            // Sound: remembered for a `Wanted` that is a class, so both are one reference to the object.
            return withUnsafePointer(to: instance) { UnsafeRawPointer($0).load(as: Wanted.self) }
        }
        guard let value = AnyValueBox.unboxed(instance) as? Wanted else { return nil }
        if wanted is AnyClass { known.remember(instance) }
        return value
    }
}
