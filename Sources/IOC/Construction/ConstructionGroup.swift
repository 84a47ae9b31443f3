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

    /// How much was finished when a construction began.
    struct Mark {
        var finished: Int
        var followers: Int
    }

    struct Building {
        let slot: SharedSlot
        var instance: AnyObject?
        let mark: Mark
        /// The outermost construction of which this one has got the unfinished instance.
        var tie: (group: ConstructionGroup, depth: Int)?
    }

    /// A group that this thread does not leave before the one it follows.
    struct Follower {
        let group: ConstructionGroup
        let mark: Mark
    }

    /// What there is while somebody builds here, or waits, or boot has set something aside.
    private final class Work: @unchecked Sendable {
        // Sound: reached under the mutex only.
        var owner: UInt = 0
        var depth = 0
        /// Owners that wait for the present one and have lent it the lock.
        var lenders: [(owner: UInt, depth: Int)] = []
        var building: [Building] = []
        var finished: [(slot: SharedSlot, instance: AnyObject)] = []
        /// Groups in which somebody is finished who holds a member of this one that is not.
        var followers: [Follower] = []
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
        let (waiters, followers) = work.withLock { work -> ([DispatchSemaphore], [Follower]) in
            guard let state = work else { return ([], []) }
            state.depth -= 1
            guard state.depth == 0 else { return ([], []) }
            if let lender = state.lenders.popLast() {
                state.owner = lender.owner
                state.depth = lender.depth
                return ([], [])
            }
            for (slot, instance) in state.finished { slot.publish(instance) }
            state.finished = []
            state.owner = 0
            defer {
                state.waiters = []
                state.followers = []
                if state.made.isEmpty { work = nil }
            }
            return (state.waiters, state.followers)
        }
        for waiter in waiters { waiter.signal() }
        for follower in followers { follower.group.leave() }
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
            let mark = Mark(finished: state.finished.count, followers: state.followers.count)
            state.building.append(Building(slot: slot, instance: nil, mark: mark, tie: nil))
        }
    }

    /// Makes an instance available to what its own construction needs.
    func isMade(_ slot: SharedSlot, _ instance: AnyObject) {
        work.withLock { work in
            guard let state = work, let index = state.building.lastIndex(where: { $0.slot === slot }) else { return }
            state.building[index].instance = instance
        }
    }

    /// Remembers that a construction has got the unfinished instance of one around it, in another group.
    /// - Parameter depth: How deep the construction around it is; of several the outermost counts.
    func tie(_ slot: SharedSlot, to group: ConstructionGroup, at depth: Int) {
        work.withLock { work in
            guard let state = work, let index = state.building.lastIndex(where: { $0.slot === slot }) else { return }
            if let known = state.building[index].tie, known.depth <= depth { return }
            state.building[index].tie = (group, depth)
        }
    }

    /// Keeps a finished instance for when the group is left.
    /// - Returns: Whether the caller leaves the group; else the group is left with the one it is tied to.
    func finish(_ slot: SharedSlot, _ instance: AnyObject) -> Bool {
        let entry = work.withLock { work -> Building? in
            guard let state = work else { return nil }
            let index = state.building.lastIndex { $0.slot === slot }
            state.finished.append((slot, instance))
            return index.map { state.building.remove(at: $0) }
        }
        guard let entry, let tie = entry.tie else { return true }
        tie.group.work.withLock { $0?.followers.append(Follower(group: self, mark: entry.mark)) }
        return false
    }

    /// Forgets a failed construction and whatever was finished during it, which may hold the failed instance.
    func fail(_ slot: SharedSlot) {
        let entry = work.withLock { work -> Building? in
            guard let state = work else { return nil }
            return state.building.lastIndex { $0.slot === slot }.map { state.building.remove(at: $0) }
        }
        if let entry { rollBack(to: entry.mark) }
    }

    private func rollBack(to mark: Mark) {
        let (dropped, followers) = work.withLock { work -> ([AnyObject], [Follower]) in
            guard let state = work else { return ([], []) }
            let finished = min(mark.finished, state.finished.count)
            let followers = min(mark.followers, state.followers.count)
            defer {
                state.finished.removeSubrange(finished...)
                state.followers.removeSubrange(followers...)
            }
            return (state.finished[finished...].map(\.instance), Array(state.followers[followers...]))
        }
        for follower in followers.reversed() {
            follower.group.rollBack(to: follower.mark)
            follower.group.leave()
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
