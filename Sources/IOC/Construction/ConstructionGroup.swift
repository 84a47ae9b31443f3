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

    /// What there is while somebody builds here, or waits, or boot has set something aside.
    private final class Work: @unchecked Sendable {
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

    /// Nil most of a context's life.
    private let work = Guarded<Work?>(nil)

    var owner: UInt { work.withLock { $0?.owner ?? 0 } }

    // MARK: The lock

    /// - Returns: Nil where the thread holds the lock now, else the semaphore to wait on.
    func tryEnter(_ thread: UInt) -> DispatchSemaphore? {
        work.withLock { work in
            let state = work ?? Work()
            work = state
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
        work.withLock { $0?.waiters.removeAll { $0 === semaphore } }
    }

    /// Enters though another thread holds the lock, as that thread waits for this one.
    func borrow(_ thread: UInt) {
        work.withLock { work in
            let state = work ?? Work()
            work = state
            state.lenders.append((state.owner, state.depth))
            state.owner = thread
            state.depth = 1
        }
    }

    func leave() {
        let waiters = work.withLock { work -> [DispatchSemaphore] in
            guard let state = work else { return [] }
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
            let waiters = state.waiters
            state.waiters = []
            if state.made.isEmpty { work = nil }
            return waiters
        }
        for waiter in waiters { waiter.signal() }
    }

    // MARK: What the holder is building

    func progress(of slot: SharedSlot) -> Progress {
        work.withLock { work in
            guard let state = work else { return .none }
            if let entry = state.building.last(where: { $0.slot === slot }) { return .building(entry.instance) }
            if let entry = state.finished.first(where: { $0.slot === slot }) { return .finished(entry.instance) }
            return .none
        }
    }

    func begin(_ slot: SharedSlot) {
        work.withLock { work in
            guard let state = work else { return }
            state.building.append((slot, nil, state.finished.count))
        }
    }

    /// Makes an instance available to what its own construction needs.
    func isMade(_ slot: SharedSlot, _ instance: AnyObject) {
        work.withLock { work in
            guard let state = work, let index = state.building.lastIndex(where: { $0.slot === slot }) else { return }
            state.building[index].instance = instance
        }
    }

    func finish(_ slot: SharedSlot, _ instance: AnyObject) {
        work.withLock { work in
            guard let state = work else { return }
            state.building.removeAll { $0.slot === slot }
            state.finished.append((slot, instance))
        }
    }

    /// Forgets a failed construction and whatever was finished during it, which may hold the failed instance.
    func fail(_ slot: SharedSlot) {
        let dropped = work.withLock { work -> [AnyObject] in
            guard let state = work, let index = state.building.lastIndex(where: { $0.slot === slot }) else {
                return []
            }
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
        work.withLock { work in
            guard let state = work else { return }
            state.building.removeAll { $0.slot === slot }
            state.made[ObjectIdentifier(slot)] = instance
        }
    }

    func made(_ slot: SharedSlot) -> AnyObject? {
        work.withLock { $0?.made[ObjectIdentifier(slot)] }
    }

    func takeMade(_ slot: SharedSlot) -> AnyObject? {
        work.withLock { $0?.made.removeValue(forKey: ObjectIdentifier(slot)) }
    }
}
