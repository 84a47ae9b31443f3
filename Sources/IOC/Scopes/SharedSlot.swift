import Synchronization

/// The place of one shared instance, published to all threads when it is finished.
final class SharedSlot: Sendable {
    /// Singletons that depend on each other are built under one lock.
    let group: ConstructionGroup
    private let isWeak: Bool
    /// The address of the finished instance, which is retained; 0 while there is none.
    private let address = Atomic<UInt>(0)
    private let weakly = Guarded(WeakReference())

    private struct WeakReference: @unchecked Sendable {
        // Sound: reached under the mutex only.
        weak var object: AnyObject?
    }

    init(group: ConstructionGroup, isWeak: Bool) {
        self.group = group
        self.isWeak = isWeak
    }

    deinit { release() }

    /// Whether the instance is there and stays until the slot is emptied.
    var isPublished: Bool { address.load(ordering: .acquiring) != 0 }

    /// The finished instance.
    var instance: AnyObject? {
        if let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) {
            // Sound: a published instance stays retained until its scope ends, when nobody is inside it.
            return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
        }
        return isWeak ? weakly.withLock(\.object) : nil
    }

    func publish(_ instance: AnyObject) {
        if isWeak {
            weakly.withLock { $0.object = instance }
        } else {
            let previous = address.exchange(
                UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque()), ordering: .acquiringAndReleasing)
            Self.release(previous)
        }
    }

    /// Lets the instance go.
    func release() {
        Self.release(address.exchange(0, ordering: .acquiringAndReleasing))
    }

    private static func release(_ address: UInt) {
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
}
