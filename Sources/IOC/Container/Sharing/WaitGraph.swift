import Dispatch
import IOCBase
import IOCModel
import Synchronization

/// The graph of threads that wait for each other's constructions; it finds those that would wait for ever.
///
/// A process has one, as threads may wait for each other across contexts that know nothing of each other.
final class WaitGraph: Sendable {
    static let process = WaitGraph()

    private let waiting = Guarded<[UInt: ConstructionGroup]>([:])
    let settlements = Guarded(Settlements())
    /// The address of a state that groups need while some thread builds in them, which is retained; 0 while there is none.
    ///
    /// It is kept for the next construction, so that most allocate none.
    private let idleWork = Atomic<UInt>(0)

    func takeWork() -> ConstructionGroup.Work {
        exchangeIdle(with: 0)?.takeRetainedValue() ?? ConstructionGroup.Work()
    }

    /// Keeps what a group needs no longer for the next one.
    func giveBack(_ work: consuming ConstructionGroup.Work) {
        exchangeIdle(with: UInt(bitPattern: Unmanaged.passRetained(work).toOpaque()))?.release()
    }

    deinit { exchangeIdle(with: 0)?.release() }

    /// Returns what was kept, whose reference is the caller's.
    private func exchangeIdle(with address: UInt) -> Unmanaged<ConstructionGroup.Work>? {
        // Sound: who takes an address out is the only one who has it, with the reference.
        UnsafeRawPointer(bitPattern: idleWork.exchange(address, ordering: .acquiringAndReleasing))
            .map(Unmanaged.fromOpaque)
    }

    /// Enters a slot's group for its instance, waiting for another thread where it must.
    ///
    /// Where that thread waits for this one, directly or through others, it is blocked until this one is done, so this
    /// one may go on inside the group in its place: the same as if both constructions ran on one thread.
    /// - Parameters:
    ///   - depth: The depth, among this thread's constructions, of the one that begins in the group.
    ///   - path: Returns the names on the way to the component, its own last.
    /// - Returns: The construction state of the instance; where it was not begun, its construction begins with this call.
    /// - Throws: `construction-timeout` where the wait takes too long, as for a thread that waits in ways nobody sees.
    func enter(
        _ slot: SharedSlot, as thread: UInt, depth: Int, timeout: Duration, path: () -> [String]
    ) throws -> ConstructionGroup.State {
        let group = slot.group
        while true {
            let semaphore: DispatchSemaphore
            switch group.enter(slot, thread, depth: depth, self) {
            case .entered(let state): return state
            case .occupied(let occupied): semaphore = occupied
            }
            let wouldDeadlock = waiting.withLock { waiting in
                var holder = group.owner
                while let next = waiting[holder] {
                    holder = next.owner
                    if holder == thread { return true }
                }
                waiting[thread] = group
                return false
            }
            if wouldDeadlock { return group.borrow(slot, thread, depth: depth, self) }
            let result = semaphore.wait(timeout: .now() + timeout.dispatchInterval)
            waiting.withLock { _ = $0.removeValue(forKey: thread) }
            if result == .timedOut {
                let path = path()
                var fault = Fault(.constructionTimeout(component: path.last ?? "", seconds: timeout.seconds))
                fault.path = path
                throw IOCError(fault)
            }
        }
    }
}
