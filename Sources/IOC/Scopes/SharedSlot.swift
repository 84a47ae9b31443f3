import Synchronization

/// The place of one shared instance, published to all threads when it is finished.
final class SharedSlot: Sendable {
    /// Singletons that depend on each other are built under one lock.
    let group: ConstructionGroup
    /// The address of the finished instance, which is retained; 0 while there is none.
    private let address = Atomic<UInt>(0)
    /// Where an instance is kept that others may let go; nil for the slots that keep theirs, which are most.
    private let weakly: WeakPlace?

    private final class WeakPlace: Sendable {
        struct Reference: @unchecked Sendable {
            // Sound: reached under the mutex only.
            weak var object: AnyObject?
        }

        let reference = Guarded(Reference())
    }

    init(group: ConstructionGroup, isWeak: Bool) {
        self.group = group
        weakly = isWeak ? WeakPlace() : nil
    }

    deinit { release() }

    /// Whether the instance at an address is the one that is there, and stays until the slot is emptied.
    func hasPublished(_ instance: UInt) -> Bool { address.load(ordering: .acquiring) == instance }

    /// The finished instance.
    var instance: AnyObject? {
        if let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) {
            // Sound: a published instance stays retained until its scope ends, when nobody is inside it.
            return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
        }
        return weakly?.reference.withLock(\.object)
    }

    func publish(_ instance: AnyObject) {
        if let weakly {
            weakly.reference.withLock { $0.object = instance }
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
