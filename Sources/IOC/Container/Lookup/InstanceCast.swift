/// The cast of a definition's instance to the wanted type.
///
/// One serves one wanted type only.
@usableFromInline
struct InstanceCast: ~Copyable, Sendable {
    /// The last class that a cast to the wanted class has succeeded for; none where the wanted type is no class.
    @usableFromInline let known = LastClassCache()

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
        // Sound: a metatype is the address of its metadata, and only a class's instances lead there.
        if LastClassCache.address(of: instance)
            == UInt(bitPattern: unsafeBitCast(Wanted.self, to: UnsafeRawPointer.self))
        {
            known.remember(instance)
            return Self.reinterpret(instance)
        }
        return try converted(instance, mismatch)
    }

    // Apart, as the metadata of an optional is looked up where a function begins that may need it.
    @inline(never)
    private borrowing func converted<Wanted>(_ instance: AnyObject, _ mismatch: () -> any Error) throws -> Wanted {
        guard let value = AnyValueBox.unboxed(instance) as? Wanted else { throw mismatch() }
        if Wanted.self is AnyClass { known.remember(instance) }
        return value
    }
}
