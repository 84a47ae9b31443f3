import IOCBase
import IOCConfiguration
import IOCModel

/// Shared instances, one for each definition and arguments: those of one activation of a scope, or a context's singletons
/// that are made from arguments.
final class KeptInstances: Sendable {
    struct Entry {
        let core: ContextCore
        let definition: RegisteredDefinition
        let arguments: ArgumentKey?
        fileprivate(set) var slot: SharedSlot
        /// The place in the order in which somebody first asked.
        let number: Int
    }

    private struct State {
        var entries: [InstanceKey: Entry] = [:]
        var count = 0
        /// How many entries hold their instance weakly, and with how many they are looked through.
        var weakCount = 0
        var weakLimit = 16

        /// Takes out what was held weakly and is gone, and what nobody is making again.
        mutating func takeGone() -> [Entry] {
            var keys: [InstanceKey] = []
            // Step by step, as going through a copy would make every slot shared.
            var next = entries.startIndex
            while next != entries.endIndex {
                if entries.values[next].definition.facts.scope == .weakSingleton,
                    isKnownUniquelyReferenced(&entries.values[next].slot), entries.values[next].slot.instance == nil
                {
                    keys.append(entries.keys[next])
                }
                entries.formIndex(after: &next)
            }
            let gone = keys.compactMap { entries.removeValue(forKey: $0) }
            weakCount -= gone.count
            weakLimit = max(16, 2 * weakCount)
            return gone
        }
    }

    private let state = Guarded(State())

    /// The place for the instance of a definition made from arguments.
    func slot(for definition: RegisteredDefinition, _ arguments: ArgumentKey?, in core: ContextCore) -> SharedSlot {
        let key = InstanceKey(definition, arguments)
        let isWeak = definition.facts.scope == .weakSingleton
        let (slot, gone) = state.withLock { state -> (SharedSlot, [Entry]) in
            if let entry = state.entries[key] { return (entry.slot, []) }
            let gone = isWeak && state.weakCount >= state.weakLimit ? state.takeGone() : []
            let slot = SharedSlot(SharedSlot.Rare(cycle: nil, isWeak: isWeak))
            state.entries[key] = Entry(
                core: core, definition: definition, arguments: arguments, slot: slot, number: state.count)
            state.count += 1
            if isWeak { state.weakCount += 1 }
            return (slot, gone)
        }
        // Arguments go outside the lock, as their `deinit`s may ask for something.
        withExtendedLifetime(gone) {}
        return slot
    }

    /// How many entries there are.
    var count: Int { state.withLock(\.entries.count) }

    /// All entries, dependents before what they depend on; of equals those first that were asked for last.
    var dependentsFirst: [Entry] {
        state.withLock { Array($0.entries.values) }.dependentsFirst { ($0.core, $0.definition, $0.number) }
    }

    /// Lets all go, dependents first, so that no release runs down a whole chain, and what `deinit`s read is there still;
    /// what they have made goes after them.
    func release() {
        while true {
            let entries = dependentsFirst
            if entries.isEmpty { return }
            for entry in entries { entry.slot.release() }
            let released = Set(entries.map { ObjectIdentifier($0.slot) })
            let kept = state.withLock { state in
                let kept = state.entries
                state.entries = kept.filter { !released.contains(ObjectIdentifier($0.value.slot)) }
                return kept
            }
            withExtendedLifetime(kept) {}
        }
    }
}
