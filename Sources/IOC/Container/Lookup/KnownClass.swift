public import Synchronization

/// The last class of which something was found out that casts are too slow to ask each time.
@usableFromInline
struct KnownClass: ~Copyable, Sendable {
    @usableFromInline let address = Atomic<UInt>(0)

    init() {}

    /// Whether an instance is of that class.
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

/// How an instance that a definition has made becomes the type somebody wants.
///
/// One serves one wanted type only.
@usableFromInline
struct InstanceCast: ~Copyable, Sendable {
    /// The last class that a cast to the wanted class has succeeded for; none where the wanted type is no class.
    @usableFromInline let known = KnownClass()

    init() {}

    /// The instance as `Wanted`.
    /// - Parameter mismatch: The error where it does not fit.
    @inlinable
    @inline(__always)
    borrowing func callAsFunction<Wanted>(
        _ instance: consuming AnyObject, as wanted: Wanted.Type, mismatch: () -> any Error
    ) throws -> Wanted {
        if known.isClass(of: instance) { return Self.reinterpret(instance) }
        return try slowly(instance, mismatch)
    }

    /// An instance of a class as that class.
    @inlinable
    @inline(__always)
    static func reinterpret<Wanted>(_ instance: consuming AnyObject) -> Wanted {
        // Sound: remembered for a `Wanted` that is a class, so both are one reference to the object. It is moved, and the
        // zero that takes its place is how an optional reference says that there is none.
        var reference: AnyObject? = instance
        return withUnsafeMutablePointer(to: &reference) { place in
            let value = UnsafeMutableRawPointer(place).assumingMemoryBound(to: Wanted.self).move()
            UnsafeMutableRawPointer(place).storeBytes(of: 0, as: UInt.self)
            return value
        }
    }

    @usableFromInline
    @inline(never)
    borrowing func slowly<Wanted>(_ instance: AnyObject, _ mismatch: () -> any Error) throws -> Wanted {
        guard let value = AnyValueBox.unboxed(instance) as? Wanted else { throw mismatch() }
        if Wanted.self is AnyClass { known.remember(instance) }
        return value
    }
}
