import IOCBase
import IOCConfiguration
import IOCModel

/// Shared instances, one for each definition and arguments: those of one activation of a scope, or a context's singletons
/// that are made from arguments.
final class KeptInstances: Sendable {
    struct Entry {
        let core: ContextCore
        let definition: RegisteredDefinition
        fileprivate(set) var slot: SharedSlot
        /// The place in the order in which the instances were asked for first.
        let number: Int
    }

    private struct State {
        var entries: [InstanceKey: Entry] = [:]
        /// The locks of groups of components that lead back to each other.
        var locks: [ObjectIdentifier: ConstructionLock] = [:]
        var count = 0
        /// True once all instances were let go for good.
        var isReleased = false
        /// The number of entries that hold their instance weakly, and with how many they are looked through.
        var weakCount = 0
        var weakLimit = 16

        /// Takes out the entries whose instances were held weakly and are gone, unless a thread is creating one again.
        mutating func takeGone() -> [InstanceKey: Entry] {
            var gone: [InstanceKey: Entry] = [:]
            var index = entries.startIndex
            while index != entries.endIndex {
                // In place, because a copy of the entry would share the slot.
                if entries.values[index].definition.facts.scope.isWeak,
                    isKnownUniquelyReferenced(&entries.values[index].slot), entries.values[index].slot.instance == nil
                {
                    gone[entries[index].key] = entries[index].value
                }
                entries.formIndex(after: &index)
            }
            for key in gone.keys { entries[key] = nil }
            weakCount -= gone.count
            weakLimit = max(16, 2 * weakCount)
            return gone
        }
    }

    private let state = Guarded(State())

    /// The place for the instance of a definition made from arguments.
    func slot(for definition: RegisteredDefinition, _ arguments: ArgumentKey?, in core: ContextCore) -> SharedSlot {
        let lock = arguments == nil ? lock(of: definition.group) : ConstructionLock()
        let key = InstanceKey(ObjectIdentifier(definition), arguments)
        let isWeak = definition.facts.scope.isWeak
        let (slot, gone) = state.withLock { state -> (SharedSlot, [InstanceKey: Entry]) in
            if let known = state.entries[key] { return (known.slot, [:]) }
            let slot = SharedSlot(lock: lock, isWeak: isWeak)
            // Nothing would release an instance that is created after the release of all.
            if state.isReleased {
                slot.end()
                return (slot, [:])
            }
            let gone = isWeak && state.weakCount >= state.weakLimit ? state.takeGone() : [:]
            state.entries[key] = Entry(core: core, definition: definition, slot: slot, number: state.count)
            state.count += 1
            if isWeak { state.weakCount += 1 }
            return (slot, gone)
        }
        // Arguments are released outside the lock, because their `deinit`s may ask for something.
        withExtendedLifetime(gone) {}
        return slot
    }

    /// The lock of a group of components in this activation.
    private func lock(of group: ComponentGroup?) -> ConstructionLock {
        guard let group else { return ConstructionLock() }
        if group.hasSeveralScopes { return group.lock }
        return state.withLock { state in
            let lock = state.locks[ObjectIdentifier(group)] ?? ConstructionLock()
            state.locks[ObjectIdentifier(group)] = lock
            return lock
        }
    }

    /// The place for the instance of a definition made from arguments, where somebody has asked for it.
    func known(_ definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> SharedSlot? {
        let key = InstanceKey(ObjectIdentifier(definition), arguments)
        return state.withLock { $0.entries[key]?.slot }
    }

    /// The number of entries.
    var count: Int { state.withLock(\.entries.count) }

    /// All entries, dependents before what they depend on; of equals those first that were asked for last.
    var dependentsFirst: [Entry] {
        state.withLock { Array($0.entries.values) }.dependentsFirst { ($0.core, $0.definition, $0.number) }
    }

    /// Lets all go for good, dependents first, so that no release runs down a whole chain, and what `deinit`s read is there
    /// still; what they have made goes after them.
    func release() {
        var released: Set<ObjectIdentifier> = []
        while true {
            let entries = dependentsFirst.filter { released.insert(ObjectIdentifier($0.slot)).inserted }
            for entry in entries { entry.slot.end() }
            let kept = state.withLock { state -> [InstanceKey: Entry]? in
                guard state.entries.values.allSatisfy({ released.contains(ObjectIdentifier($0.slot)) }) else {
                    return nil
                }
                state.isReleased = true
                return exchange(&state.entries, with: [:])
            }
            if kept != nil { return withExtendedLifetime(kept) {} }
        }
    }
}
