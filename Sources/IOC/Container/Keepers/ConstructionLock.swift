import CSwiftRuntime
import Dispatch
import IOCBase
import IOCModel

/// The lock of a component, or of a group of components that depend on each other in a cycle.
///
/// A thread constructs a shared instance under this lock. The lock is recursive. Other threads wait, so they never get
/// an unfinished instance.
final class ConstructionLock: Sendable {
    private struct State {
        /// The thread that has the lock; 0 for none.
        var holder: UInt = 0
        /// The components for which the holder has taken the lock.
        var entered: [CallSite] = []
        var waiters: [DispatchSemaphore] = []
    }

    private let state = Guarded(State())

    /// True if the group has components of at least two scopes, not counting singletons, prototypes and object graphs.
    /// Then all activations use this lock.
    let hasSeveralScopes: Bool

    init(hasSeveralScopes: Bool = false) { self.hasSeveralScopes = hasSeveralScopes }

    /// Takes the lock.
    /// - Throws: `construction-cycle` if the wait would close a cycle of waits, and `construction-timeout`.
    func lock(for site: CallSite, timeout: Duration) throws {
        let thread = ioc_thread_id()
        lazy var deadline = DispatchTime.now() + timeout.dispatchInterval
        while let semaphore = enter(site, thread) {
            let path = Frame.path + [site.facts.name]
            if let cycle = ConstructionWaits.process.begin(thread, self, path: path) {
                throw IOCError(.constructionCycle(ofThreads: cycle), path: path)
            }
            let result = semaphore.wait(timeout: deadline)
            ConstructionWaits.process.end(thread)
            if result == .timedOut {
                let names = state.withLock { $0.entered.map(\.facts.name) }
                let kind = Fault.Kind.constructionTimeout(
                    component: site.facts.name, constructing: names, seconds: timeout.seconds)
                throw IOCError(kind, path: path)
            }
        }
    }

    /// Takes the lock, unless another thread has it.
    /// - Returns: A semaphore that is signaled when that thread releases the lock; nil if this thread has the lock now.
    private func enter(_ site: CallSite, _ thread: UInt) -> DispatchSemaphore? {
        state.withLock { state in
            guard state.holder == 0 || state.holder == thread else {
                let semaphore = DispatchSemaphore(value: 0)
                state.waiters.append(semaphore)
                return semaphore
            }
            state.holder = thread
            state.entered.append(site)
            return nil
        }
    }

    /// Releases the lock for a component for which this thread has taken it.
    func unlock(for site: CallSite) {
        let waiters = state.withLock { state -> [DispatchSemaphore] in
            if let index = state.entered.lastIndex(where: { $0 === site }) { state.entered.remove(at: index) }
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

    /// For each waiting thread, the lock that it waits for, and the names of the components that it is constructing.
    /// The last name is the component that it waits for.
    private let waits = Guarded<[UInt: (lock: ConstructionLock, path: [String])]>([:])

    /// Records that a thread is going to wait for a lock.
    /// - Returns: The paths of all threads of the cycle that the wait would close; nil if it would close none. If there
    ///   is a cycle, nothing is recorded.
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
