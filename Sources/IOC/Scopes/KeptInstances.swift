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

    /// Where to look for an entry: equal arguments have equal hashes, and equality decides.
    private struct Place: Hashable {
        let definition: ObjectIdentifier
        let argumentHash: Int
    }

    private struct State {
        var entries: [Place: [Entry]] = [:]
        var count = 0
        /// How many entries hold their instance weakly, and with how many they are looked through.
        var weakCount = 0
        var weakLimit = 16

        /// Takes out what was held weakly and is gone, and what nobody is making again.
        mutating func takeGone() -> [Entry] {
            var gone: [Entry] = []
            for place in Array(entries.keys) {
                guard entries[place]?.first?.definition.facts.scope == .weakSingleton,
                    var known = entries.removeValue(forKey: place)
                else { continue }
                for index in known.indices.reversed()
                where isKnownUniquelyReferenced(&known[index].slot) && known[index].slot.instance == nil {
                    gone.append(known.remove(at: index))
                }
                if !known.isEmpty { entries[place] = known }
            }
            weakCount -= gone.count
            weakLimit = max(16, 2 * weakCount)
            return gone
        }
    }

    private let state = Guarded(State())

    /// The place for the instance of a definition made from arguments.
    func slot(for definition: RegisteredDefinition, _ arguments: ArgumentKey?, in core: ContextCore) -> SharedSlot {
        let place = Place(definition: ObjectIdentifier(definition), argumentHash: arguments?.hash ?? 0)
        let isWeak = definition.facts.scope == .weakSingleton
        let (slot, gone) = state.withLock { state -> (SharedSlot, [Entry]) in
            let known = state.entries[place, default: []]
            if let entry = known.first(where: { ArgumentKey.areEqual($0.arguments, arguments) }) {
                return (entry.slot, [])
            }
            let gone = isWeak && state.weakCount >= state.weakLimit ? state.takeGone() : []
            let slot = SharedSlot(group: ConstructionGroup(), isWeak: isWeak)
            state.entries[place, default: []].append(
                Entry(core: core, definition: definition, arguments: arguments, slot: slot, number: state.count))
            state.count += 1
            if isWeak { state.weakCount += 1 }
            return (slot, gone)
        }
        // Arguments go outside the lock, as their `deinit`s may ask for something.
        withExtendedLifetime(gone) {}
        return slot
    }

    /// How many entries there are.
    var count: Int { state.withLock { state in state.entries.values.reduce(0) { $0 + $1.count } } }

    /// All entries, dependents before what they depend on: child contexts first, then by the known edges, then those that
    /// were asked for last.
    var dependentsFirst: [Entry] {
        let entries = state.withLock { state in state.entries.values.flatMap { $0 } }
        if entries.count < 2 { return entries }
        var last: ContextCore?
        for entry in entries where entry.core !== last {
            entry.core.known.settle()
            last = entry.core
        }
        return
            entries
            .map { (depth: $0.core.depth, rank: $0.definition.place.rank, entry: $0) }
            .sorted { ($0.depth, $0.rank, $0.entry.number) > ($1.depth, $1.rank, $1.entry.number) }
            .map(\.entry)
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
                var kept: [Entry] = []
                state.entries = state.entries.compactMapValues { known in
                    let rest = known.filter { !released.contains(ObjectIdentifier($0.slot)) }
                    kept += known
                    return rest.isEmpty ? nil : rest
                }
                return kept
            }
            withExtendedLifetime(kept) {}
        }
    }
}
