import Dispatch
import Synchronization

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
        var building: [(definition: RegisteredDefinition, instance: AnyObject?, mark: Int)] = []
        var finished: [(definition: RegisteredDefinition, instance: AnyObject)] = []
        /// Instances that boot has made and not yet injected.
        var made: [Int: any IOCComponent] = [:]
        var waiters: [DispatchSemaphore] = []
    }

    private let state = Mutex(State())

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
            for (definition, instance) in state.finished { definition.publish(instance) }
            state.finished = []
            state.owner = 0
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.signal() }
    }

    // MARK: What the holder is building

    func progress(of definition: RegisteredDefinition) -> Progress {
        state.withLock { state in
            if let entry = state.building.last(where: { $0.definition === definition }) {
                return .building(entry.instance)
            }
            if let entry = state.finished.first(where: { $0.definition === definition }) {
                return .finished(entry.instance)
            }
            return .none
        }
    }

    func begin(_ definition: RegisteredDefinition) {
        state.withLock { $0.building.append((definition, nil, $0.finished.count)) }
    }

    func isMade(_ definition: RegisteredDefinition, _ instance: AnyObject) {
        state.withLock { state in
            guard let index = state.building.lastIndex(where: { $0.definition === definition }) else { return }
            state.building[index].instance = instance
        }
    }

    func finish(_ definition: RegisteredDefinition, _ instance: AnyObject) {
        state.withLock { state in
            state.building.removeAll { $0.definition === definition }
            state.finished.append((definition, instance))
        }
    }

    /// Forgets a failed construction and whatever was finished during it, which may hold the failed instance.
    func fail(_ definition: RegisteredDefinition) {
        let dropped = state.withLock { state -> [AnyObject] in
            guard let index = state.building.lastIndex(where: { $0.definition === definition }) else { return [] }
            let entry = state.building.remove(at: index)
            let dropped = state.finished[entry.mark...].map(\.instance) + [entry.instance].compactMap { $0 }
            state.finished.removeSubrange(entry.mark...)
            return dropped
        }
        withExtendedLifetime(dropped) {}
    }

    // MARK: What boot has made

    func keep(_ instance: any IOCComponent, for definition: RegisteredDefinition) {
        state.withLock { $0.made[definition.index] = instance }
    }

    func made(_ definition: RegisteredDefinition) -> (any IOCComponent)? {
        state.withLock { $0.made[definition.index] }
    }

    func takeMade(_ definition: RegisteredDefinition) -> (any IOCComponent)? {
        state.withLock { $0.made.removeValue(forKey: definition.index) }
    }
}
