import IOCBase
import IOCModel
import Synchronization

/// The live values of a context and of all below it, which change in one step.
///
/// A change prepares the values of the next generation where nobody looks, and then publishes that: so no thread that has
/// seen one new value sees an old one.
package final class LiveValues: Sendable {
    /// The number of changes so far, by which readers choose among a slot's entries.
    let generation = Atomic<Int>(0)
    private let state = Guarded(State())

    private struct State {
        var groups: [ObjectIdentifier: Group] = [:]
        /// The number of times a slot was added, or something asked of one.
        var additions = 0
    }

    private struct Group {
        weak var store: PropertyStore?
        var slots: [PropertyStore.Reading: AnyLiveSlot] = [:]
    }

    /// The slots to change, as of a moment.
    struct Snapshot {
        var groups: [(store: PropertyStore, slots: [AnyLiveSlot])]
        let additions: Int
    }

    var snapshot: Snapshot {
        state.withLock { state in
            let groups = state.groups.values.compactMap { group in
                group.store.map { (store: $0, slots: Array(group.slots.values)) }
            }
            return Snapshot(groups: groups, additions: state.additions)
        }
    }

    /// The slot of a reading in a context, with what is asked of it noted.
    func slot(of reading: PropertyStore.Reading, in store: PropertyStore, isRequired: Bool) -> AnyLiveSlot? {
        state.withLock { state in
            guard let slot = state.groups[ObjectIdentifier(store)]?.slots[reading] else { return nil }
            if isRequired, !slot.isRequired {
                slot.isRequired = true
                state.additions += 1
            }
            return slot
        }
    }

    /// Adds a slot unless there was a change since its value was read, or another thread was first.
    func add(_ slot: AnyLiveSlot, of reading: PropertyStore.Reading, in store: PropertyStore, readIn seen: Int) -> Bool
    {
        state.withLock { state in
            let owner = ObjectIdentifier(store)
            guard generation.load(ordering: .acquiring) == seen, state.groups[owner]?.slots[reading] == nil else {
                return false
            }
            state.groups[owner, default: Group(store: store)].slots[reading] = slot
            state.additions += 1
            return true
        }
    }

    func raw(of slot: AnyLiveSlot) -> PropertyValue? { state.withLock { _ in slot.raw } }

    func isRequired(_ slot: AnyLiveSlot) -> Bool { state.withLock { _ in slot.isRequired } }

    /// Publishes values together, unless a slot was added meanwhile.
    /// - Parameter take: Called right before, for what is to change with them.
    /// - Returns: False where nothing was done.
    func publish(_ staged: [StagedLiveValue], since snapshot: Snapshot, _ take: () -> Void) -> Bool {
        let frees = state.withLock { state -> [@Sendable () -> Void]? in
            guard state.additions == snapshot.additions else { return nil }
            let next = generation.load(ordering: .relaxed) &+ 1
            for value in staged {
                value.prepare(next)
                value.slot.raw = value.raw
            }
            take()
            generation.store(next, ordering: .sequentiallyConsistent)
            return staged.map { $0.retire(next) }
        }
        guard let frees else { return false }
        // Values go, and observers hear, with no lock held.
        for free in frees { free() }
        for value in staged { value.slot.announce() }
        return true
    }

    /// Leaves the values of a context as they are.
    func end(_ store: ObjectIdentifier) {
        let group = state.withLock { $0.groups.removeValue(forKey: store) }
        for (_, slot) in group?.slots ?? [:] { slot.end() }
    }
}
