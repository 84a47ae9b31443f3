import IOCBase
import Synchronization

/// The place of one shared instance: empty, unpublished or published. An ended place stays empty.
///
/// ```text
///          make                mark                  publish
/// empty ─────────▶ building ─────────▶ pending ─────────────────▶ published ─────▶ ended
///   ▲                │  │                │          ▲                      end
///   │◀───────────────┴──┼────────────────┘          │
///          drop         └───────────────────────────┘
/// ```
final class SharedSlot: @unchecked Sendable {
    // Sound: `unpublished` belongs to the thread that has the lock; all else is atomic or behind a mutex.

    /// An instance that only the thread which constructs it can have.
    enum Unpublished {
        /// A frame constructs it.
        case building(ConstructionFrame.Pointer)
        /// It is finished, and may hold an unfinished instance.
        /// - mark: The depth of the outermost frame whose instance it may hold.
        case pending(AnyObject, mark: Int)
    }

    /// The lock under which the instance is constructed.
    let lock: ConstructionLock
    /// Only the thread that has the lock reads and writes it.
    var unpublished: Unpublished?
    /// The place of an instance that others may release; nil for a slot that retains its instance.
    private let weakly: WeakPlace?
    /// The address of the published instance, which is retained.
    private let address = Atomic<UInt>(none)

    private static let none: UInt = 0
    private static let ended: UInt = 1

    private final class WeakPlace: Sendable {
        struct Reference: @unchecked Sendable {
            // Sound: it is reached under the mutex only.
            weak var object: AnyObject?
        }

        let reference = Guarded(Reference())
    }

    /// - Parameters:
    ///   - lock: The lock of the group that the component is part of.
    ///   - isWeak: True if others may release the instance.
    init(lock: ConstructionLock, isWeak: Bool) {
        self.lock = lock
        weakly = isWeak ? WeakPlace() : nil
    }

    deinit { end() }

    /// The published instance. The caller is inside the context or the activation that the slot belongs to.
    var instance: AnyObject? {
        // Sound: a published instance stays retained until the slot ends, and then no thread is inside.
        if let found = published { return Unmanaged<AnyObject>.fromOpaque(found).takeUnretainedValue() }
        return weakly?.reference.withLock(\.object)
    }

    private var published: UnsafeRawPointer? {
        let found = address.load(ordering: .acquiring)
        return found == Self.ended ? nil : UnsafeRawPointer(bitPattern: found)
    }

    /// Returns true if an instance is published here, and stays until the slot ends.
    func hasPublished(_ instance: AnyObject) -> Bool {
        published == UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque())
    }

    var hasEnded: Bool { address.load(ordering: .acquiring) == Self.ended }

    /// Lets all threads see the instance.
    func publish(_ instance: AnyObject) {
        unpublished = nil
        if let weakly { return weakly.reference.withLock { $0.object = instance } }
        let retained = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque())
        let (isFirst, _) = address.compareExchange(expected: Self.none, desired: retained, ordering: .releasing)
        if !isFirst { Unmanaged.passUnretained(instance).release() }
    }

    /// Forgets the instance, which is not published.
    /// - Returns: The instance, to be released when no lock is held.
    @discardableResult
    func drop() -> AnyObject? {
        let former = unpublished
        unpublished = nil
        guard case .pending(let instance, _) = former else { return nil }
        return instance
    }

    /// Releases the instance for good.
    func end() {
        let former = address.exchange(Self.ended, ordering: .acquiringAndReleasing)
        guard former != Self.ended, let former = UnsafeRawPointer(bitPattern: former) else { return }
        Unmanaged<AnyObject>.fromOpaque(former).release()
    }
}
