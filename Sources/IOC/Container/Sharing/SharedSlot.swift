import CSwiftRuntime
import Dispatch
import IOCBase
import IOCModel
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

/// The lock of a group of components that depend on each other in a circle. Most groups are a single component.
///
/// A thread constructs a shared instance under the lock of its group, and may take the lock again. Other threads wait, so they
/// never see an unfinished instance.
final class ConstructionLock: Sendable {
    private struct State {
        /// The thread that has the lock; 0 for none.
        var holder: UInt = 0
        /// The definitions for which the holder has taken the lock.
        var entered: [RegisteredDefinition] = []
        var waiters: [DispatchSemaphore] = []
    }

    private let state = Guarded(State())

    /// Takes the lock.
    /// - Throws: `construction-cycle` if the wait would close a circle of waits, and `construction-timeout`.
    func lock(for definition: RegisteredDefinition, timeout: Duration) throws {
        let thread = ioc_thread_id()
        let deadline = DispatchTime.now() + timeout.dispatchInterval
        while let semaphore = enter(definition, thread) {
            let path = ConstructionFrame.path() + [definition.facts.name]
            if let circle = ConstructionWaits.process.begin(thread, self, path: path) {
                throw IOCError(.constructionCycle(ofThreads: circle), path: path)
            }
            let result = semaphore.wait(timeout: deadline)
            ConstructionWaits.process.end(thread)
            if result == .timedOut {
                let names = state.withLock { $0.entered.map(\.facts.name) }
                let kind = Fault.Kind.constructionTimeout(
                    component: definition.facts.name, constructing: names, seconds: timeout.seconds)
                throw IOCError(kind, path: path)
            }
        }
    }

    /// Takes the lock unless another thread has it.
    /// - Returns: A semaphore that is signalled when that thread leaves the lock; nil if this thread has it now.
    private func enter(_ definition: RegisteredDefinition, _ thread: UInt) -> DispatchSemaphore? {
        state.withLock { state in
            guard state.holder == 0 || state.holder == thread else {
                let semaphore = DispatchSemaphore(value: 0)
                state.waiters.append(semaphore)
                return semaphore
            }
            state.holder = thread
            state.entered.append(definition)
            return nil
        }
    }

    /// Gives the lock back once for a definition for which this thread has taken it.
    func unlock(for definition: RegisteredDefinition) {
        let waiters = state.withLock { state -> [DispatchSemaphore] in
            if let index = state.entered.lastIndex(where: { $0 === definition }) { state.entered.remove(at: index) }
            guard state.entered.isEmpty else { return [] }
            state.holder = 0
            return exchange(&state.waiters, with: [])
        }
        for waiter in waiters { waiter.signal() }
    }

    fileprivate var holder: UInt { state.withLock(\.holder) }
}

/// The threads of the process that wait for a construction. Threads can wait for each other across contexts.
private final class ConstructionWaits: Sendable {
    static let process = ConstructionWaits()

    /// For each thread that waits its lock, and the components that it is constructing with the one that it waits for.
    private let waits = Guarded<[UInt: (lock: ConstructionLock, path: [String])]>([:])

    /// Notes that a thread is going to wait for a lock.
    /// - Returns: The paths of all threads of the circle that the wait would close. Then nothing is noted.
    func begin(_ thread: UInt, _ lock: ConstructionLock, path: [String]) -> [[String]]? {
        waits.withLock { waits in
            var paths = [path]
            var holder = lock.holder
            while let next = waits[holder], paths.count <= waits.count {
                paths.append(next.path)
                holder = next.lock.holder
                if holder == thread { return paths }
            }
            waits[thread] = (lock, path)
            return nil
        }
    }

    func end(_ thread: UInt) {
        _ = waits.withLock { $0.removeValue(forKey: thread) }
    }
}
