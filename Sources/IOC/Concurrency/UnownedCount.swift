import CSwiftRuntime

/// The count that keeps an object's memory and not the object.
enum UnownedCount {
    static func add(_ object: Unmanaged<AnyObject>) { _ = swift_unownedRetain(object.toOpaque()) }

    static func remove(_ object: Unmanaged<AnyObject>) { swift_unownedRelease(object.toOpaque()) }

    /// Adds a strong reference to an object whose memory is kept.
    /// - Returns: False where the object is going or gone.
    static func retain(_ object: Unmanaged<AnyObject>) -> Bool { swift_tryRetain(object.toOpaque()) != nil }
}
