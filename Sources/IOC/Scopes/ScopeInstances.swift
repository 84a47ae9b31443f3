import IOCModel

/// The instances that one activation of a scope shares: one for each definition and arguments.
public final class ScopeInstances: Sendable {
    private struct Entry {
        let definition: RegisteredDefinition
        let arguments: ArgumentKey?
        let slot: SharedSlot
    }

    private let entries = Guarded<[ObjectIdentifier: [Entry]]>([:])

    /// No instances yet.
    public init() {}

    deinit { removeAll() }

    /// Lets all instances go; those that hold each other through wrapped properties are freed together.
    public func removeAll() {
        let removed = entries.withLock { entries in
            defer { entries = [:] }
            return entries.values.flatMap { $0 }
        }
        guard !removed.isEmpty else { return }
        watch(removed)
        for entry in removed { entry.slot.release() }
        CycleReclaimer.reclaimPending()
    }

    private func watch(_ removed: [Entry]) {
        let plans = Dictionary(
            removed.map { (ObjectIdentifier($0.definition.type), $0.definition.plan) },
            uniquingKeysWith: { first, _ in first })
        CycleReclaimer.watch(removed.compactMap(\.slot.instance)) { plans[ObjectIdentifier($0)] ?? nil }
    }

    /// The place for the instance of a definition made from arguments.
    func slot(for definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> SharedSlot {
        entries.withLock { entries in
            let known = entries[ObjectIdentifier(definition), default: []]
            if let entry = known.first(where: { ArgumentKey.areEqual($0.arguments, arguments) }) { return entry.slot }
            let slot = SharedSlot(group: ConstructionGroup(), isWeak: definition.facts.scope == .weakSingleton)
            entries[ObjectIdentifier(definition), default: []].append(
                Entry(definition: definition, arguments: arguments, slot: slot))
            return slot
        }
    }
}
