import Dispatch
import IOCBase

/// The lock under which the members of one dependency cycle are built; most groups have one member.
///
/// A thread that holds it may enter again. What it finishes is published when nothing that it may hold can fail any more,
/// so other threads never see a half-built cycle.
///
/// An instance is an entry of the group from `enter` on. `isMade` gives it its instance. `finish` publishes it and leaves, or
/// keeps both entry and lock as it may still fail; then it is `publish` that publishes it, `drop` that forgets it, and `release`
/// that gives the lock back and keeps the entry, for threads that get it with a ``Publication``.
final class ConstructionGroup: @unchecked Sendable {
    // Sound: it holds nothing but what its mutex guards.

    /// The construction state of a shared instance, as the thread that asks for it sees it.
    enum State {
        case published(AnyObject)
        /// Nothing: the caller builds it now, beginning with what boot has made, if it did.
        case begun(made: AnyObject?)
        /// Its `init()` has not returned.
        case unmade
        /// This thread is building it.
        /// - root: The depth of the construction with which all fails that the thread has finished in the group.
        case building(AnyObject, root: Int)
        /// This thread has finished it, as the `serial`th thing that may be taken back.
        case finished(AnyObject, serial: Int)
        /// Another thread has made it, and it is not published.
        case others(AnyObject, Publication)
        /// The scope has let it go, and nobody makes it again.
        case ended
    }

    /// A shared instance that is not published.
    fileprivate struct Entry {
        let slot: SharedSlot
        let thread: UInt
        var instance: AnyObject?
        /// True if post-processors have nothing left to do with the instance.
        var isProcessed = false
        /// Its number among what this thread has finished and may take back; nil while it is being built.
        var serial: Int?
        /// The publication from which other threads learn whether it stays.
        var publication: Publication?
    }

    /// A thread that has entered; all but the last of them wait for the last, and have lent it the lock.
    fileprivate struct Holder {
        let thread: UInt
        var count = 1
        /// The depth of the outermost construction with which all fails that this thread has finished here.
        var root: Int
    }

    /// The state of a group while some thread builds here, or waits.
    final class Work: @unchecked Sendable {
        // Sound: reached under its group's mutex only, and no access to a property runs other code.
        @exclusivity(unchecked) fileprivate var holders: [Holder] = []
        @exclusivity(unchecked) fileprivate var entries: [Entry] = []
        @exclusivity(unchecked) fileprivate var waiters: [DispatchSemaphore] = []

        /// Waiters need no test: each waits for a holder, and is woken when that leaves, also if it waits no longer.
        fileprivate var isIdle: Bool { holders.isEmpty && entries.isEmpty }

        fileprivate func holder(_ thread: UInt) -> Int? { holders.lastIndex { $0.thread == thread } }

        fileprivate func entry(_ slot: SharedSlot) -> Int? {
            // By index, as a closure would get a copy of each entry.
            entries.indices.last { entries[$0].slot === slot }
        }

        fileprivate func enter(_ slot: SharedSlot, _ thread: UInt, depth: Int, _ waits: WaitGraph) -> Attempt {
            if let index = holder(thread) {
                holders[index].count += 1
            } else if holders.isEmpty {
                holders.append(Holder(thread: thread, root: depth))
            } else {
                let semaphore = DispatchSemaphore(value: 0)
                waiters.append(semaphore)
                return .occupied(semaphore)
            }
            return .entered(begin(slot, thread, waits))
        }

        /// Returns the construction state of an instance. Where it was not begun, its construction begins with this call.
        fileprivate func begin(_ slot: SharedSlot, _ thread: UInt, _ waits: WaitGraph) -> State {
            guard let index = entry(slot) else {
                if let instance = slot.instance { return .published(instance) }
                if slot.scopedReferences == nil { return .ended }
                entries.append(Entry(slot: slot, thread: thread))
                return .begun(made: slot.earlyInstance.take())
            }
            let entry = entries[index]
            guard let instance = entry.instance else { return .unmade }
            if entry.thread == thread {
                if let serial = entry.serial { return .finished(instance, serial: serial) }
                return .building(instance, root: holder(thread).map { holders[$0].root } ?? Int.max)
            }
            let publication = entry.publication ?? Publication(waits)
            entries[index].publication = publication
            return .others(instance, publication)
        }

        /// - Returns: The semaphores to signal.
        fileprivate func leave(_ thread: UInt) -> [DispatchSemaphore] {
            guard let index = holder(thread) else { return [] }
            holders[index].count -= 1
            guard holders[index].count == 0 else { return [] }
            holders.take(at: index)
            // Where the lock goes back to a lender, waiters look again for the thread that they wait for.
            defer { waiters = [] }
            return waiters
        }
    }

    /// Nil most of a context's life.
    private let work = Guarded<Work?>(nil)

    var owner: UInt { work.withLock { $0?.holders.last?.thread ?? 0 } }

    // MARK: The lock

    /// The result of an attempt to enter.
    enum Attempt {
        /// The thread holds the lock now, until it leaves.
        case entered(State)
        /// Another thread is inside, and wakes this one by the semaphore when it leaves.
        case occupied(DispatchSemaphore)
    }

    /// Enters for an instance unless another thread is inside. Where the instance was not begun, its construction begins here.
    /// - Parameter depth: The depth, among this thread's constructions, of one that begins here.
    func enter(_ slot: SharedSlot, _ thread: UInt, depth: Int, _ waits: WaitGraph) -> Attempt {
        work.withLock { work in
            Self.present(&work, waits)._withUnsafeGuaranteedRef { $0.enter(slot, thread, depth: depth, waits) }
        }
    }

    /// Enters for an instance though another thread holds the lock, as that thread waits for this one.
    func borrow(_ slot: SharedSlot, _ thread: UInt, depth: Int, _ waits: WaitGraph) -> State {
        work.withLock { work in
            Self.present(&work, waits)._withUnsafeGuaranteedRef { state in
                state.holders.append(Holder(thread: thread, root: depth))
                return state.begin(slot, thread, waits)
            }
        }
    }

    /// The state of a group that somebody builds in, or waits for.
    @inline(__always)
    private static func present(_ work: inout Work?, _ waits: WaitGraph) -> Unmanaged<Work> {
        let state = work ?? waits.takeWork()
        work = state
        // Sound: the group holds it, and its lock is held.
        return .passUnretained(state)
    }

    func leave(_ thread: UInt, _ waits: WaitGraph) {
        _ = change(waits) { ($0.leave(thread), nil) }
    }

    /// Changes the state, and wakes the threads that the change concerns.
    /// - Returns: Where it learns what becomes of an instance, if others have got it.
    @inline(__always)
    private func change(
        _ waits: WaitGraph, _ body: (Work) -> (woken: [DispatchSemaphore], concerned: Publication?)
    ) -> Publication? {
        let result = work.withLock { work -> (woken: [DispatchSemaphore], concerned: Publication?) in
            guard let state = work.map(Unmanaged.passUnretained) else { return ([], nil) }
            defer { if state._withUnsafeGuaranteedRef(\.isIdle), let idle = work.take() { waits.giveBack(idle) } }
            // Sound: the group holds it until it is taken here, and its lock is held.
            return state._withUnsafeGuaranteedRef(body)
        }
        for waiter in result.woken { waiter.signal() }
        return result.concerned
    }

    // MARK: What the holders build

    /// Makes an instance available to what its own construction needs.
    func isMade(_ slot: SharedSlot, _ instance: AnyObject, isProcessed: Bool = false) {
        let previous = work.withLock { work -> AnyObject? in
            guard let state = work, let index = state.entry(slot) else { return nil }
            defer {
                state.entries[index].instance = instance
                if isProcessed { state.entries[index].isProcessed = true }
            }
            return state.entries[index].instance
        }
        withExtendedLifetime(previous) {}
    }

    /// The instance if post-processors have nothing left to do with it.
    func processed(_ slot: SharedSlot) -> AnyObject? {
        work.withLock { work in
            guard let state = work, let index = state.entry(slot), state.entries[index].isProcessed else { return nil }
            return state.entries[index].instance
        }
    }

    /// Finishes a construction: publishes the instance and leaves, unless it fails with a construction further out.
    /// - Parameters:
    ///   - depth: The depth of the construction.
    ///   - lowLink: The depth of the outermost construction whose unfinished instance it may hold.
    ///   - serial: Its number, where it may be taken back.
    /// - Returns: The depth of the construction with which it fails; `depth` or more where it is published.
    func finish(
        _ slot: SharedSlot, _ thread: UInt, depth: Int, lowLink: Int, serial: Int, _ waits: WaitGraph
    ) -> Int {
        var result = lowLink
        let published = change(waits) { state in
            guard let index = state.entry(slot) else { return ([], nil) }
            let holder = state.holder(thread)
            if let holder { result = min(result, state.holders[holder].root) }
            if result >= depth { return self.publish(index, thread, in: state, leaving: true) }
            if let holder, result > 0 { state.holders[holder].root = result }
            state.entries[index].serial = serial
            return ([], nil)
        }
        published?.stays()
        return result
    }

    /// Publishes an instance that could have failed until now.
    /// - Parameter leaving: True if the thread still holds the lock for it.
    func publish(_ slot: SharedSlot, _ thread: UInt, leaving: Bool, _ waits: WaitGraph) {
        let published = change(waits) { state in
            guard let index = state.entry(slot) else { return ([], nil) }
            return self.publish(index, thread, in: state, leaving: leaving)
        }
        published?.stays()
    }

    private func publish(
        _ index: Int, _ thread: UInt, in state: Work, leaving: Bool
    ) -> (woken: [DispatchSemaphore], concerned: Publication?) {
        let entry = state.entries.take(at: index)
        if let instance = entry.instance { entry.slot.publish(instance) }
        return (leaving ? state.leave(thread) : [], entry.publication)
    }

    /// Leaves though what was finished is not published, as what happens on other threads decides whether it stays.
    /// - Returns: The publication for threads that get it meanwhile.
    func release(_ slot: SharedSlot, _ thread: UInt, _ waits: WaitGraph) -> Publication {
        let released = change(waits) { state in
            guard let index = state.entry(slot) else { return ([], nil) }
            state.entries[index].publication = state.entries[index].publication ?? Publication(waits)
            return (state.leave(thread), state.entries[index].publication)
        }
        return released ?? Publication(waits)
    }

    /// Forgets an instance whose construction has failed, or that may hold one whose construction has.
    /// - Parameter leaving: True if the thread still holds the lock for it.
    func drop(
        _ slot: SharedSlot, _ thread: UInt, leaving: Bool, _ error: any Error, _ waits: WaitGraph
    ) {
        var former: (instance: AnyObject?, references: ScopedReference.List?)
        let dropped = change(waits) { state in
            let index = state.entries.lastIndex { $0.slot === slot && $0.thread == thread }
            let entry = index.map { state.entries.take(at: $0) }
            // The instance goes after the lock is left, as its `deinit` may ask for something.
            former.instance = entry?.instance
            if slot.scopedReferences != nil {
                former.references = exchange(&slot.scopedReferences, with: ScopedReference.List())
            }
            return (leaving ? state.leave(thread) : [], entry?.publication)
        }
        dropped?.fails(error)
        former.references?.empty()
        withExtendedLifetime(former) {}
    }

    // MARK: The end

    /// Has a reference emptied when a slot's instance is let go, which may have been.
    func add(_ reference: ScopedReference, to slot: SharedSlot) {
        let hasEnded = work.withLock { _ in
            slot.scopedReferences?.add(reference)
            return slot.scopedReferences == nil
        }
        if hasEnded { reference.empty() }
    }

    /// Has nobody make a slot's instance again.
    /// - Returns: The references that the caller has to empty.
    func end(_ slot: SharedSlot) -> ScopedReference.List? { work.withLock { _ in slot.scopedReferences.take() } }

    // MARK: What boot has made

    /// Keeps an instance that is made and not injected, and leaves; what was finished while it was made stays.
    func keep(_ instance: AnyObject, for slot: SharedSlot, _ thread: UInt, _ waits: WaitGraph) {
        _ = change(waits) { state in
            if let index = state.entry(slot) { state.entries.take(at: index) }
            slot.earlyInstance = instance
            return (state.leave(thread), nil)
        }
    }

    /// Takes the instance that boot has made and not injected.
    func takeMade(_ slot: SharedSlot) -> AnyObject? { work.withLock { _ in slot.earlyInstance.take() } }

    /// The instance that boot has made and not injected.
    func made(_ slot: SharedSlot) -> AnyObject? { work.withLock { _ in slot.earlyInstance } }
}

extension Array {
    /// Removes an element, which most often is the last one.
    @discardableResult
    fileprivate mutating func take(at index: Int) -> Element {
        index == count - 1 ? removeLast() : remove(at: index)
    }
}
