import IOCBase
import Synchronization

/// The place of one shared instance, published to all threads when it is finished.
///
/// An instance in a cycle has one lock with the others of the cycle; any other has a lock of its own.
final class SharedSlot: @unchecked Sendable {
    // Sound: what changes are atomics and what the group's mutex guards.

    /// The lock under which the instance is built.
    let group: ConstructionGroup
    /// True if the instance is in a cycle, whose members share the lock.
    private let isInCycle: Bool
    /// The place of an instance that others may let go; nil for the slots that keep theirs, which are most.
    private final let weakly: WeakPlace?
    /// The address of the finished instance, which is retained; 0 while there is none.
    private let address = Atomic<UInt>(0)
    /// The address of the first instance that was published, whose memory is kept as long as the slot; 0 before.
    ///
    /// So a thread that has read the address may ask for a reference at any time. An instance that takes the first one's place has
    /// no such memory, and is never found in this way.
    private let memory = Atomic<UInt>(0)
    // Sound: reached under the group's mutex only, and no access runs other code.
    /// The instance that boot has made and not yet injected.
    @exclusivity(unchecked) var earlyInstance: AnyObject?
    /// References that are emptied when the scope lets the instance go; nil once it has let it go for good.
    @exclusivity(unchecked) var scopedReferences: ScopedReference.List? = ScopedReference.List()

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
    init(cycle: ConstructionGroup? = nil, isWeak: Bool = false) {
        group = cycle ?? ConstructionGroup()
        isInCycle = cycle != nil
        weakly = isWeak ? WeakPlace() : nil
    }

    /// The lock that the members of the instance's cycle share; nil for an instance that is in no cycle.
    var cycle: ConstructionGroup? { isInCycle ? group : nil }

    deinit {
        release()
        if let kept = UnsafeRawPointer(bitPattern: memory.load(ordering: .relaxed)) {
            UnownedCount.remove(Unmanaged.fromOpaque(kept))
        }
    }

    /// The finished instance with a reference of the caller's own, though the scope may be ending; nil where that is for others
    /// to find out.
    @inline(__always)
    func retained() -> Unmanaged<AnyObject>? {
        let found = address.load(ordering: .acquiring)
        guard let pointer = UnsafeRawPointer(bitPattern: found), memory.load(ordering: .relaxed) == found else {
            return nil
        }
        // Sound: the slot keeps the memory, so that asking for a reference is safe even while the last one goes; then it is
        // refused.
        let instance = Unmanaged<AnyObject>.fromOpaque(pointer)
        return UnownedCount.retain(instance) ? instance : nil
    }

    /// Returns true if the instance at an address is the one that is there, and stays until the slot is emptied.
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
            let reference = Unmanaged.passRetained(instance)
            let pointer = UInt(bitPattern: reference.toOpaque())
            if memory.compareExchange(expected: 0, desired: pointer, ordering: .relaxed).exchanged {
                UnownedCount.add(reference)
            }
            Self.release(address.exchange(pointer, ordering: .acquiringAndReleasing))
        }
    }

    /// Lets the instance go for good, and then what properties hold until then.
    func release() {
        let references = group.end(self)
        Self.release(address.exchange(0, ordering: .acquiringAndReleasing))
        references?.empty()
    }

    private static func release(_ address: UInt) {
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
}
