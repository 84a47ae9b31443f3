import IOCBase
import IOCModel

/// The live values of a context and of all below it, which change in one step.
///
/// A place that is read without a lock shows a copy of the value. A change takes all copies of what it changes away before
/// it replaces one value, under one lock, and a new copy is shown under that lock alone: so no thread that has seen one new
/// value sees an old one.
package final class LiveValues: Sendable {
    private let state = Guarded(State())

    private struct State {
        /// The number of changes so far.
        var changes = 0
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

    /// The number of changes so far.
    var changes: Int { state.withLock { $0.changes } }

    /// Adds a slot unless there was a change since its value was read, or another thread was first.
    func add(_ slot: AnyLiveSlot, of reading: PropertyStore.Reading, in store: PropertyStore, after changes: Int)
        -> Bool
    {
        state.withLock { state in
            let owner = ObjectIdentifier(store)
            guard state.changes == changes, state.groups[owner]?.slots[reading] == nil else { return false }
            state.groups[owner, default: Group(store: store)].slots[reading] = slot
            state.additions += 1
            return true
        }
    }

    /// Runs `body` while no value changes.
    func withLock<Result: Sendable>(_ body: () -> Result) -> Result { state.withLock { _ in body() } }

    func raw(of slot: AnyLiveSlot) -> PropertyValue? { withLock { slot.raw } }

    func isRequired(_ slot: AnyLiveSlot) -> Bool { withLock { slot.isRequired } }

    /// Publishes values together, unless a slot was added since.
    /// - Parameter take: Called right before, for what is to change with them.
    /// - Returns: False where nothing was done.
    func publish(_ staged: [StagedLiveValue], since snapshot: Snapshot, _ take: () -> Void) -> Bool {
        // Values and places go, and observers hear, with no lock held.
        var former: [any Sendable] = []
        let isDone = state.withLock { state in
            guard state.additions == snapshot.additions else { return false }
            let readers = staged.flatMap { $0.slot.readers.values.compactMap(\.place) }
            for reader in readers { reader.invalidate() }
            take()
            state.changes += 1
            former = readers
            for value in staged {
                value.slot.raw = value.raw
                former.append(value.replace())
            }
            return true
        }
        guard isDone else { return false }
        former.removeAll()
        for value in staged { value.slot.announce() }
        return true
    }

    /// Leaves the values of a context as they are.
    func end(_ store: ObjectIdentifier) {
        let group = state.withLock { $0.groups.removeValue(forKey: store) }
        for (_, slot) in group?.slots ?? [:] { slot.end() }
    }
}
