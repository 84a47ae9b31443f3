import CSwiftRuntime
import IOCBase
import Synchronization

/// The place of one shared instance, published to all threads when it is finished.
///
/// It is a lock of its own, unless the instance is built with others.
class SharedSlot: ConstructionGroup, @unchecked Sendable {
    // Sound: what changes are atomics and what the group's mutex guards.

    /// The lock under which those are built that depend on each other; nil for an instance that is in no cycle.
    final let cycle: ConstructionGroup?
    /// The place of an instance that others may let go; nil for the slots that keep theirs, which are most.
    private final let weakly: WeakPlace?
    /// The store of a custom scope's instances.
    final let store: (any ScopeStore)?
    /// The address of the finished instance, which is retained; 0 while there is none.
    private let address = Atomic<UInt>(0)
    /// The address of the first instance that was published, whose memory is kept as long as the slot; 0 before.
    private let memory = Atomic<UInt>(0)
    // Sound: reached under the group's mutex only, and no access runs other code.
    /// The instance that boot has made and not yet injected.
    @exclusivity(unchecked) final var aside: AnyObject?
    /// Instances that are kept as long as this one, as they lead back to it; nil once the scope has let it go for good.
    @exclusivity(unchecked) final var companions: [AnyObject]? = []

    private final class WeakPlace: Sendable {
        struct Reference: @unchecked Sendable {
            // Sound: reached under the mutex only.
            weak var object: AnyObject?
        }

        let reference = Guarded(Reference())
    }

    /// - Parameters:
    ///   - cycle: The lock of the cycle that the instance is part of, if it is.
    ///   - isWeak: True if others may let the instance go.
    ///   - store: What keeps the instances of a custom scope.
    init(cycle: ConstructionGroup? = nil, isWeak: Bool = false, store: (any ScopeStore)? = nil) {
        self.cycle = cycle
        self.store = store
        weakly = isWeak ? WeakPlace() : nil
    }

    /// Singletons that depend on each other are built under one lock.
    @inline(__always)
    final var group: ConstructionGroup { cycle ?? self }

    /// The same without a reference of the caller's own.
    // Sound: the slot never changes what it holds, and whoever asks holds the slot.
    @inline(__always)
    final var unretainedGroup: Unmanaged<ConstructionGroup> { .passUnretained(cycle ?? self) }

    deinit {
        release()
        if let kept = UnsafeMutableRawPointer(bitPattern: memory.load(ordering: .relaxed)) {
            swift_unownedRelease(kept)
        }
    }

    /// The finished instance with a reference of the caller's own, though the scope may be ending; nil where that is for others
    /// to find out.
    @inline(__always)
    final func retained() -> Unmanaged<AnyObject>? {
        let found = address.load(ordering: .acquiring)
        guard let pointer = UnsafeMutableRawPointer(bitPattern: found), memory.load(ordering: .relaxed) == found,
            swift_tryRetain(pointer) != nil
        else { return nil }
        // Sound: the slot keeps the memory, so that asking for a reference is safe even while the last one goes; then it is
        // refused.
        return Unmanaged.fromOpaque(pointer)
    }

    /// Whether the instance at an address is the one that is there, and stays until the slot is emptied.
    final func hasPublished(_ instance: UInt) -> Bool { address.load(ordering: .acquiring) == instance }

    /// The finished instance.
    final var instance: AnyObject? {
        if let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) {
            // Sound: a published instance stays retained until its scope ends, when nobody is inside it.
            return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
        }
        return weakly?.reference.withLock(\.object)
    }

    final func publish(_ instance: AnyObject) {
        if let weakly {
            weakly.reference.withLock { $0.object = instance }
        } else {
            let pointer = Unmanaged.passRetained(instance).toOpaque()
            if memory.compareExchange(expected: 0, desired: UInt(bitPattern: pointer), ordering: .relaxed).exchanged {
                _ = swift_unownedRetain(pointer)
            }
            Self.release(address.exchange(UInt(bitPattern: pointer), ordering: .acquiringAndReleasing))
        }
    }

    /// Lets the instance go for good, and then its companions.
    final func release() {
        let companions = group.end(self)
        Self.release(address.exchange(0, ordering: .acquiringAndReleasing))
        withExtendedLifetime(companions) {}
    }

    private static func release(_ address: UInt) {
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
}
