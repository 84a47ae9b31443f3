import Dispatch

/// The lock under which the members of one dependency cycle are built; most groups have one member.
///
/// A thread that holds it may enter again. What it finishes is published when it leaves for good, so other threads never
/// see a half-built cycle.
final class ConstructionGroup: Sendable {
    /// A shared instance on its way.
    enum Progress {
        case none
        /// Being built; the instance is there once its `init()` has returned.
        case building(AnyObject?)
        case finished(AnyObject)
    }

    struct State: @unchecked Sendable {
        // Sound: reached under the mutex only.
        var owner: UInt = 0
        var depth = 0
        /// Owners that wait for the present one and have lent it the lock.
        var lenders: [(owner: UInt, depth: Int)] = []
        var building: [(slot: SharedSlot, instance: AnyObject?, mark: Int)] = []
        var finished: [(slot: SharedSlot, instance: AnyObject)] = []
        /// Instances that boot has made and not yet injected.
        var made: [ObjectIdentifier: AnyObject] = [:]
        var waiters: [DispatchSemaphore] = []
    }

    private let state = Guarded(State())

    var owner: UInt { state.withLock(\.owner) }

    // MARK: The lock

    /// - Returns: Nil where the thread holds the lock now, else the semaphore to wait on.
    func tryEnter(_ thread: UInt) -> DispatchSemaphore? {
        state.withLock { state in
            if state.depth == 0 || state.owner == thread {
                state.owner = thread
                state.depth += 1
                return nil
            }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiters.append(semaphore)
            return semaphore
        }
    }

    func stopWaiting(_ semaphore: DispatchSemaphore) {
        state.withLock { $0.waiters.removeAll { $0 === semaphore } }
    }

    /// Enters though another thread holds the lock, as that thread waits for this one.
    func borrow(_ thread: UInt) {
        state.withLock { state in
            state.lenders.append((state.owner, state.depth))
            state.owner = thread
            state.depth = 1
        }
    }

    func leave() {
        let waiters = state.withLock { state -> [DispatchSemaphore] in
            state.depth -= 1
            guard state.depth == 0 else { return [] }
            if let lender = state.lenders.popLast() {
                state.owner = lender.owner
                state.depth = lender.depth
                return []
            }
            for (slot, instance) in state.finished { slot.publish(instance) }
            state.finished = []
            state.owner = 0
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.signal() }
    }

    // MARK: What the holder is building

    func progress(of slot: SharedSlot) -> Progress {
        state.withLock { state in
            if let entry = state.building.last(where: { $0.slot === slot }) { return .building(entry.instance) }
            if let entry = state.finished.first(where: { $0.slot === slot }) { return .finished(entry.instance) }
            return .none
        }
    }

    func begin(_ slot: SharedSlot) {
        state.withLock { $0.building.append((slot, nil, $0.finished.count)) }
    }

    /// Makes an instance available to what its own construction needs.
    func isMade(_ slot: SharedSlot, _ instance: AnyObject) {
        state.withLock { state in
            guard let index = state.building.lastIndex(where: { $0.slot === slot }) else { return }
            state.building[index].instance = instance
        }
    }

    func finish(_ slot: SharedSlot, _ instance: AnyObject) {
        state.withLock { state in
            state.building.removeAll { $0.slot === slot }
            state.finished.append((slot, instance))
        }
    }

    /// Forgets a failed construction and whatever was finished during it, which may hold the failed instance.
    func fail(_ slot: SharedSlot) {
        let dropped = state.withLock { state -> [AnyObject] in
            guard let index = state.building.lastIndex(where: { $0.slot === slot }) else { return [] }
            let entry = state.building.remove(at: index)
            let dropped = state.finished[entry.mark...].map(\.instance) + [entry.instance].compactMap { $0 }
            state.finished.removeSubrange(entry.mark...)
            return dropped
        }
        withExtendedLifetime(dropped) {}
    }

    // MARK: What boot has made

    /// Sets an instance aside; what was finished while it was made stays.
    func keep(_ instance: AnyObject, for slot: SharedSlot) {
        state.withLock { state in
            state.building.removeAll { $0.slot === slot }
            state.made[ObjectIdentifier(slot)] = instance
        }
    }

    func made(_ slot: SharedSlot) -> AnyObject? {
        state.withLock { $0.made[ObjectIdentifier(slot)] }
    }

    func takeMade(_ slot: SharedSlot) -> AnyObject? {
        state.withLock { $0.made.removeValue(forKey: ObjectIdentifier(slot)) }
    }
}
